// When each move of a plan runs: so many at a node at a time, at a rate, within a window of the day. The rules are
// those of core/rebalance/schedule.h; the planner's module takes no pace, so that they are written again here. What
// the core printed is in tests/vectors/rebalance/schedules.jsonl.
import { lengthOf } from './window.js';
import { nodesOf, problemBy } from './shares.js';

/** @typedef {import('./form.js').Problem} Problem */
/** @typedef {[entry: string, from: string, to: string, lead?: 'lead']} Move as a plan has it */
/**
 * @typedef {object} Pace
 * @property {number} rate of one copy, in bytes per second
 * @property {?import('./window.js').Window} [window] null: always
 * @property {number} [fixed] milliseconds that each copy takes besides
 */
/**
 * Milliseconds since the midnight before the first window, or since the start.
 * @typedef {object} Schedule
 * @property {[start: number, end: number][]} spans by move; none if moves are too long
 * @property {number} end_ms when all is over @property {number} busy_ms during which something is copied
 * @property {number} bound_ms no schedule is busy for less
 * @property {number[]} too_long moves that no window is long enough for
 */
/**
 * @typedef {{index: number, entry: number, from: number, to: number, lead: boolean, bytes: number, ms: number}} Step
 *   `entry`, `from`, `to`: positions in the problem
 */

export const kUsualRate = 20_000_000; // of one copy, in bytes per second, where nobody says

const kDayMs = 86_400_000;
const kMinuteMs = 60_000;
const kLookAhead = 2000; // steps that wait

/** @param {Problem} problem @param {import('./form.js').FurtherLimit} limit @returns {Problem} */
const limited = (problem, { of, epsilon, lower_epsilon }) =>
  problemBy({ ...problem, options: { ...problem.options, epsilon, lower_epsilon } }, of);

/** Where everything is, and what is on its way, by node. */
class Nodes {
  /** @param {Problem} problem @param {Map<string, number>} at */
  constructor(problem, at) {
    const { nodes, entries, options } = problem;
    const zeros = () => nodes.map(() => 0);
    const limits = [problem, ...(options.limits ?? []).map((limit) => limited(problem, limit))];
    this.disk = nodes.map(({ disk }) => disk ?? Infinity);
    /** What nodes bear and may bear, and what replicas bear, by limit. */
    this.load = limits.map(zeros);
    this.most = limits.map((one) => nodesOf(one).most);
    this.loads = limits.map((one) => one.entries.map(({ load }) => load));
    this.used = zeros();
    this.copies = zeros();
    this.leaving = zeros();
    this.arrivingBytes = zeros();
    this.arrivingLoad = limits.map(zeros);
    entries.forEach(({ bytes, replicas }, entry) => {
      for (const name of replicas) this.#hold(entry, bytes, Number(at.get(name)), 1);
    });
  }

  /** @param {number} entry @param {number} bytes @param {number} node @param {1 | -1} sign */
  #hold(entry, bytes, node, sign) {
    this.used[node] += sign * bytes;
    this.loads.forEach((load, r) => void (this.load[r][node] += sign * load[entry]));
  }

  /** A copy begins, or ends. @param {Step} step @param {1 | -1} sign */
  copy({ entry, from, to, bytes }, sign) {
    this.copies[from] += sign;
    this.copies[to] += sign;
    this.leaving[from] += sign;
    this.arrivingBytes[to] += sign * bytes;
    this.loads.forEach((load, r) => void (this.arrivingLoad[r][to] += sign * load[entry]));
  }

  /** @param {Step} step */
  apply({ entry, from, to, bytes, lead }) {
    if (lead) return; // leaders and followers bear the same here
    this.#hold(entry, bytes, from, -1);
    this.#hold(entry, bytes, to, 1);
  }

  /** Whether the target keeps its limits though copies in flight have not left it yet. @param {Step} step */
  staysWithin({ entry, to }) {
    for (let r = 0; r < this.loads.length; ++r) {
      if (this.load[r][to] + this.arrivingLoad[r][to] + this.loads[r][entry] > this.most[r][to]) return false;
    }
    return true;
  }
}

class Scheduler {
  #nodes;
  #window;
  #atOnce;
  #longestFirst;
  #now = 0;
  /** @type {Step[]} in their order */
  #waiting;
  /** @type {{end: number, step: Step}[]} */
  #inFlight = [];
  #busy;
  // Of the steps that this round has passed over.
  #round = 0;
  #held;
  #heldBytes;
  #heldLeaving;
  // How many wait to leave each node and to reach it: where all such nodes are busy, nothing needs to be looked at.
  #giving;
  #taking;
  #leads = 0;
  spans = /** @type {[number, number][]} */ ([]);
  busyMs = 0;

  /**
   * @param {Problem} problem @param {Map<string, number>} at @param {Step[]} steps
   * @param {?import('./window.js').Window} window @param {boolean} longestFirst
   */
  constructor(problem, at, steps, window, longestFirst) {
    this.#nodes = new Nodes(problem, at);
    this.#busy = new Uint8Array(problem.entries.length);
    this.#held = new Uint32Array(problem.entries.length);
    this.#heldBytes = new Float64Array(problem.nodes.length);
    this.#heldLeaving = new Uint32Array(problem.nodes.length);
    this.#giving = new Int32Array(problem.nodes.length);
    this.#taking = new Int32Array(problem.nodes.length);
    for (const step of steps) this.#wait(step, 1);
    this.#window = window;
    this.#atOnce = problem.options.max_in_flight;
    this.#longestFirst = longestFirst;
    // Those of one entry have the same size, and keep their order.
    this.#waiting = longestFirst ? [...steps].sort((a, b) => b.bytes - a.bytes || a.index - b.index) : [...steps];
  }

  get endMs() {
    return this.spans.reduce((last, [, end]) => Math.max(last, end), 0);
  }

  /** Since the window of this day began. @param {import('./window.js').Window} window */
  #since = ({ begin }) => ((this.#now % kDayMs) + kDayMs - begin * kMinuteMs) % kDayMs;

  /** When the window of this moment ends; `#now` itself outside of it. */
  #latestEnd() {
    if (!this.#window) return Infinity;
    const [length, since] = [lengthOf(this.#window) * kMinuteMs, this.#since(this.#window)];
    return since < length ? this.#now + length - since : this.#now;
  }

  #waitForWindow() {
    if (!this.#window) return;
    const since = this.#since(this.#window);
    this.#now += since === 0 ? 0 : kDayMs - since;
  }

  /** @param {Step} step @param {1 | -1} sign */
  #wait({ from, to, lead }, sign) {
    this.#giving[from] += sign;
    this.#taking[to] += sign;
    if (lead) this.#leads += sign;
  }

  /** Whether a node that gives and one that takes have a place for a copy. */
  #anyFree() {
    if (this.#leads > 0) return true;
    const { copies } = this.#nodes;
    let [gives, takes] = [false, false];
    for (let node = 0; node < copies.length; ++node) {
      if (copies[node] >= this.#atOnce) continue;
      gives ||= this.#giving[node] > 0;
      takes ||= this.#taking[node] > 0;
    }
    return gives && takes;
  }

  /** @param {Step} step @param {number} latest */
  #mayStart(step, latest) {
    const { entry, from, to, lead, bytes, ms } = step;
    const { copies, leaving, used, arrivingBytes, disk } = this.#nodes;
    if (!lead && (copies[from] >= this.#atOnce || copies[to] >= this.#atOnce || this.#now + ms > latest)) return false;
    if (this.#busy[entry] !== 0 || this.#held[entry] === this.#round) return false;
    const noneLeaves = !this.#longestFirst && leaving[to] === 0 && this.#heldLeaving[to] === 0;
    if (!noneLeaves && !this.#nodes.staysWithin(step)) return false;
    return lead || used[to] + arrivingBytes[to] + this.#heldBytes[to] + bytes <= disk[to];
  }

  /** @param {Step} step */
  #holdBack({ entry, from, to, lead, bytes }) {
    this.#heldBytes[to] += lead ? 0 : bytes;
    ++this.#heldLeaving[from];
    this.#held[entry] = this.#round;
  }

  /** @param {Step} step */
  #start(step) {
    const end = this.#now + step.ms;
    this.spans[step.index] = [this.#now, end];
    this.#wait(step, -1);
    if (step.lead) return this.#nodes.apply(step);
    this.#nodes.copy(step, 1);
    this.#busy[step.entry] = 1;
    this.#inFlight.push({ end, step });
  }

  /** Starts what can start now, in the order of the steps. False: nothing did. */
  #startReady() {
    ++this.#round;
    this.#heldBytes.fill(0);
    this.#heldLeaving.fill(0);
    const [latest, waiting] = [this.#latestEnd(), this.#waiting];
    let [kept, next, free] = [0, 0, this.#anyFree()];
    for (; free && next < waiting.length && kept < kLookAhead; ++next) {
      const step = waiting[next];
      if (this.#mayStart(step, latest)) {
        this.#start(step);
        free = this.#anyFree();
      } else {
        this.#holdBack(step);
        waiting[kept++] = step;
      }
    }
    if (kept < next) waiting.splice(kept, next - kept);
    return kept < next;
  }

  #finishNext() {
    const end = this.#inFlight.reduce((least, one) => Math.min(least, one.end), Infinity);
    this.busyMs += end - this.#now;
    this.#now = end;
    for (const { step } of this.#inFlight.filter((one) => one.end === end)) {
      this.#nodes.copy(step, -1);
      this.#nodes.apply(step);
      this.#busy[step.entry] = 0;
    }
    this.#inFlight = this.#inFlight.filter((one) => one.end > end);
  }

  /** False: steps wait for each other, which they cannot do in their order. */
  run() {
    this.#waitForWindow();
    let waited = false;
    while (this.#waiting.length > 0 || this.#inFlight.length > 0) {
      while (this.#startReady()) waited = false;
      if (this.#inFlight.length > 0) this.#finishNext();
      else if (this.#waiting.length > 0) {
        if (!this.#window || waited) return false;
        ++this.#now; // past the end of this one
        this.#waitForWindow();
        waited = true;
      }
    }
    return true;
  }
}

/**
 * @param {Problem} problem @param {Map<string, number>} at @param {Move[]} moves @param {Pace} pace
 * @returns {Step[]}
 */
function stepsOf({ entries }, at, moves, { rate, fixed = 0 }) {
  const numbers = new Map(entries.map(({ id }, i) => [id, i]));
  return moves.map(([id, from, to, lead], index) => {
    const entry = Number(numbers.get(id));
    const { bytes } = entries[entry];
    const ms = lead ? 0 : fixed + Math.ceil((bytes * 1000) / rate);
    return {
      ...{ index, entry, lead: lead !== undefined, bytes, ms },
      from: Number(at.get(from)),
      to: Number(at.get(to)),
    };
  });
}

/** How busy the busiest node is at least. @param {Problem} problem @param {Step[]} steps */
function boundOf({ nodes, options }, steps) {
  const busy = nodes.map(() => 0);
  for (const { from, to, ms } of steps) {
    busy[from] += ms;
    busy[to] += ms;
  }
  return busy.reduce((most, ms) => Math.max(most, Math.ceil(ms / options.max_in_flight)), 0);
}

/**
 * Moves start in their order as soon as nodes are free, later ones before earlier ones where that takes no room from
 * them; or the longest first, where that ends earlier.
 * @param {Problem} problem @param {Move[]} moves @param {Pace} pace
 * @returns {Schedule}
 */
export function scheduleOf(problem, moves, pace) {
  const window = pace.window ?? null;
  const at = new Map(problem.nodes.map(({ name }, i) => [name, i]));
  const steps = stepsOf(problem, at, moves, pace);
  const longest = window ? lengthOf(window) * kMinuteMs : Infinity;
  const too_long = steps.flatMap(({ ms }, i) => (ms > longest ? [i] : []));
  if (too_long.length > 0) return { spans: [], end_ms: 0, busy_ms: 0, bound_ms: 0, too_long };
  const inOrder = new Scheduler(problem, at, steps, window, false);
  const other = new Scheduler(problem, at, steps, window, true);
  inOrder.run();
  const best = other.run() && other.endMs < inOrder.endMs ? other : inOrder;
  return { spans: best.spans, end_ms: best.endMs, busy_ms: best.busyMs, bound_ms: boundOf(problem, steps), too_long };
}

/**
 * What happens in each night: how many moves end in it, how much they copy, and when the last one is over.
 * @param {Schedule} schedule @param {import('./window.js').Window} window @param {(move: number) => number} bytesOf
 * @returns {{night: number, moves: number, bytes: number, until: number}[]} `night`: from 1; `until`: in minutes since
 *   midnight
 */
export function nightsOf({ spans }, { begin }, bytesOf) {
  const nights = new Map();
  spans.forEach(([start, end], i) => {
    const night = Math.floor((start - begin * kMinuteMs) / kDayMs) + 1;
    const one = nights.get(night) ?? { night, moves: 0, bytes: 0, until: 0 };
    const until = Math.max(one.until, end);
    nights.set(night, { night, moves: one.moves + 1, bytes: one.bytes + bytesOf(i), until });
  });
  return [...nights.values()]
    .sort((a, b) => a.night - b.night)
    .map((one) => ({ ...one, until: (one.until % kDayMs) / kMinuteMs }));
}
