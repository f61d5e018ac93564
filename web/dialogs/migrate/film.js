// A run as the engine recorded it, which gives the state at any moment. Times are in milliseconds.

import { drawnNodes, kMostDrawn } from './drawn_nodes.js';

const kLeg = 10;
const kKinds = ['write', 'delete', 'read'];
const kApply = 1; // a kind of message: a write that was numbered on the other side
const kSaid = ['served', 'refused', 'MOVED', 'ASK', 'lost'];

/** @typedef {import('../../headless/reshard-core.d.ts').Migration} Migration */
/**
 * @typedef {object} FilmJson as in core/migration/run/film.h; the lists are rows of numbers, one after another, with
 *   times in microseconds
 * @property {number} stride each how many-th request is in `legs`
 * @property {number} units
 * @property {number} holders
 * @property {number} startUs
 * @property {string[]} phases
 * @property {number[]} announced
 * @property {number[]} heard
 * @property {number[]} legs
 * @property {number[]} copies
 * @property {number[]} lost
 * @property {number[]} held
 * @property {{kind: string, atUs: number, key: number, operation: number, holder: number}[]} marks
 */
/** @typedef {Migration & {film: FilmJson}} Filmed the result of core.migrate() with film */
/** @typedef {Filmed & {counts: Counts}} Shown what the engine answers (move_engine.js) */
/**
 * @typedef {{before: number[], after: number[], in: number[], out: number[]}} Counts by node: its keys before and
 *   after, and how many arrive and leave
 */
/** @typedef {{at: number, unit: number, phase: number, version: number}} Announced a phase of a unit */
/** @typedef {{at: number, holder: number, version: number}} Heard who has which map from then on */
/** @typedef {{at: number, key: number, from: number, to: number}} Copy positions of nodes */
/** @typedef {{kind: string, at: number, key: number, operation: number, holder: number}} Mark what went wrong */
/**
 * @typedef {object} Leg a message to a node and back
 * @property {number} sent
 * @property {number} landed
 * @property {number} answered
 * @property {number} operation
 * @property {number} key
 * @property {number} holder
 * @property {number} node
 * @property {string} kind write, delete or read
 * @property {boolean} second a write that was numbered on the other side
 * @property {string} said the node's answer
 */
/** @typedef {{of: number, steps: {at: number, held: number}[]}} Held how many of how many keys a node has, over time */

/**
 * The position of the last entry that is not after `time`; -1 if there is none.
 * @template Entry
 * @param {Entry[]} list
 * @param {number} time
 * @param {(entry: Entry) => number} of its time
 */
export function lastAt(list, time, of) {
  let low = 0,
    high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(list[middle]) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export class Film {
  /** @param {Filmed & {counts?: Counts}} result */
  constructor(result) {
    const { film, nodes, totals, series, counts } = result;
    this.nodes = nodes;
    /** Positions in `nodes` of those that the stage draws. */
    this.drawn = drawnNodes(nodes.length, counts);
    this.phases = film.phases;
    this.units = film.units;
    this.holders = film.holders;
    this.stride = film.stride;
    this.start = film.startUs / 1000;
    /** @type {Announced[]} */
    this.announced = rows(film.announced, 4, ([at, unit, phase, version]) => ({ at: at / 1000, unit, phase, version }));
    /** @type {Heard[]} */
    this.heard = rows(film.heard, 3, ([at, holder, version]) => ({ at: at / 1000, holder, version }));
    /** @type {Copy[]} */
    this.copies = rows(film.copies, 4, ([at, key, from, to]) => ({ at: at / 1000, key, from, to }));
    /** @type {Held[][]} */
    this.held = heldBySide(
      rows(film.held, 4, ([at, node, side, change]) => ({ at: at / 1000, node, side, change })),
      nodes.length,
    );
    /** @type {Leg[]} */
    this.legs = rows(
      film.legs,
      kLeg,
      ([sent, landed, answered, operation, key, holder, node, kind, message, said]) => ({
        sent: sent / 1000,
        landed: landed / 1000,
        answered: answered / 1000,
        operation,
        key,
        holder,
        node,
        kind: kKinds[kind],
        second: message === kApply,
        said: kSaid[said],
      }),
    ).sort((a, b) => a.sent - b.sent);
    this.longest = this.legs.reduce((most, { sent, answered }) => Math.max(most, answered - sent), 0);
    /** @type {Mark[]} */
    this.lost = rows(film.lost, 3, ([at, key, operation]) => ({
      kind: 'lost write',
      at: at / 1000,
      key,
      operation,
      holder: -1,
    }));
    /** @type {Mark[]} */
    this.marks = [...film.marks.map(({ atUs, ...mark }) => ({ ...mark, at: atUs / 1000 })), ...this.lost].sort(
      (a, b) => a.at - b.at,
    );
    this.wrong = new Map(this.marks.map((mark) => [mark.operation, mark.kind]));
    this.width = series.widthMs;
    this.series = series;
    this.unservedInPart = series.right.map((_, i) => series.failed[i] + series.overdue[i]);
    const wrongReads = (/** @type {number} */ i) => series.missed[i] + series.stale[i] + series.returned[i];
    this.wrongInPart = this.unservedInPart.map((count, i) => count + wrongReads(i));
    for (const { at } of this.lost)
      if (at / this.width < this.wrongInPart.length) ++this.wrongInPart[Math.floor(at / this.width)];
    this.end = Math.max(
      series.right.length * series.widthMs,
      this.start + totals.durationMs,
      this.announced.at(-1)?.at ?? 0,
    );
    this.moveEnd = totals.finished ? this.start + totals.durationMs : this.end;
    this.maps = this.announced.reduce(
      (most, { version, phase }) => (phase < this.phases.length ? Math.max(most, version) : most),
      0,
    );
  }

  /** A node's colour: those that are drawn have one each. @param {number} node its position in `nodes` */
  shadeOf(node) {
    const place = this.drawn.indexOf(node);
    return place < 0 ? node % kMostDrawn : place;
  }

  /**
   * When the phases of a unit begin, in order; the first one at 0.
   * @param {number} unit
   * @returns {{at: number, phase: number}[]}
   */
  phasesOf(unit) {
    return [{ at: 0, phase: 0 }, ...this.announced.filter((each) => each.unit === unit)];
  }

  /** The phase of each unit at this time. @param {number} time @returns {number[]} */
  phasesAt(time) {
    const now = new Array(this.units).fill(0);
    for (const { at, unit, phase } of this.announced) {
      if (at > time) break;
      now[unit] = phase;
    }
    return now;
  }

  /** The version of the map that was newest at this time. @param {number} time */
  newestAt(time) {
    const known = this.announced[lastAt(this.announced, time, ({ at }) => at)];
    return known ? Math.min(known.version, this.maps) : 0;
  }

  /** The version that each map holder has at this time. @param {number} time @returns {number[]} */
  versionsAt(time) {
    const now = new Array(this.holders).fill(0);
    for (const { at, holder, version } of this.heard) {
      if (at > time) break;
      now[holder] = version;
    }
    return now;
  }

  /**
   * The share of the keys leaving a node that are still there (side 0), or of those moving to it that have arrived
   * (side 1).
   * @param {number} time
   * @param {number} node
   * @param {0 | 1} side
   */
  heldAt(time, node, side) {
    const { of, steps } = this.held[side][node];
    const held = steps[lastAt(steps, time, ({ at }) => at)]?.held ?? 0;
    return of > 0 ? held / of : 0;
  }

  /** How often each kind of error has happened by then. @param {number} time */
  wrongBy(time) {
    const part = Math.floor(time / this.width);
    const sum = (/** @type {number[]} */ list) =>
      list.slice(0, part).reduce((a, b) => a + b, 0) + Math.round((list[part] ?? 0) * (time / this.width - part));
    return {
      lost: this.lost.filter(({ at }) => at <= time).length,
      stale: sum(this.series.stale),
      missed: sum(this.series.missed),
      returned: sum(this.series.returned),
      failed: sum(this.series.failed),
      overdue: sum(this.series.overdue),
    };
  }

  /** @param {number} from @param {number} to */
  marksBetween(from, to) {
    const first = lastAt(this.marks, from, ({ at }) => at) + 1;
    return this.marks.slice(first, lastAt(this.marks, to, ({ at }) => at) + 1);
  }

  /**
   * When the next thing goes wrong: a read, a write, or an interval in which requests give up or wait too long.
   * @param {number} time
   */
  problemAfter(time) {
    const part = this.unservedInPart.findIndex((count, i) => count > 0 && i * this.width > time);
    const mark = this.marksBetween(time + 1e-6, Infinity)[0]?.at ?? Infinity;
    return Math.min(mark, part < 0 ? Infinity : part * this.width);
  }

  /** @param {number} from @param {number} to */
  copiesBetween(from, to) {
    return this.copies.slice(
      lastAt(this.copies, from, ({ at }) => at) + 1,
      lastAt(this.copies, to, ({ at }) => at) + 1,
    );
  }

  /** The time of the next event: a message, a copy, a phase. @param {number} time */
  nextAfter(time) {
    /** @type {<Entry>(list: Entry[], of: (entry: Entry) => number) => number} */
    const next = (list, of) => {
      const found = list[lastAt(list, time + 1e-6, of) + 1];
      return found ? of(found) : Infinity;
    };
    return Math.min(
      next(this.legs, ({ sent }) => sent),
      next(this.copies, ({ at }) => at),
      next(this.announced, ({ at }) => at),
      next(this.marks, ({ at }) => at),
    );
  }
}

/**
 * By side and node: how many keys of the sample are to leave or to arrive, and how many are there after each change.
 * @param {{at: number, node: number, side: number, change: number}[]} changes
 * @param {number} nodes
 */
function heldBySide(changes, nodes) {
  const none = () => Array.from({ length: nodes }, () => /** @type {Held} */ ({ of: 0, steps: [] }));
  const held = [none(), none()];
  for (const { at, node, side, change } of changes.sort((a, b) => a.at - b.at)) {
    const place = held[side][node];
    place.steps.push({ at, held: (place.steps.at(-1)?.held ?? 0) + change });
    if (at === 0 && change === (side === 0 ? 1 : 0)) ++place.of;
  }
  return held;
}

/**
 * @template Row
 * @param {number[]} numbers
 * @param {number} width of a row
 * @param {(row: number[]) => Row} of
 */
function rows(numbers, width, of) {
  return Array.from({ length: numbers.length / width }, (_, i) => of(numbers.slice(i * width, (i + 1) * width)));
}
