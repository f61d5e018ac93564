// The time axis with its rows: phases, stacked outcomes, what went wrong in red, latency, load per node, maps in use.
// One SVG picture of a run; a line over it marks the current moment.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kLeft = 112,
  kRight = 12;
const kRows = { phases: 30, answered: 84, wrong: 26, latency: 52, load: 44, maps: 34 };
const kGap = 10;

// Fills what is stale.
const kHatched =
  '<defs><pattern id="hatched" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
  '<rect class="hatch" width="2.4" height="4"/></pattern></defs>';

/** @typedef {keyof typeof kRows} Row */
/** @typedef {import('./film.js').Film} Film */

export const kAllRows = /** @type {Row[]} */ (Object.keys(kRows));

/** The stacked outcomes, from the bottom: the series, which is also the class, and its words. */
export const outcomes = () =>
  /** @type {const} */ ([
    ['right', t('correct')],
    ['fromStore', t('asked the store')],
    ['redirected', t('redirected')],
    ['waited', t('waited')],
    ['refused', t('refused')],
    ['failed', t('gave up')],
    ['overdue', t('answered too late')],
    ['missed', t('missed')],
    ['stale', t('stale')],
    ['returned', t('returned deletes')],
  ]);

/** A phase's name in the reader's language, if it is a preset's. @param {string} name @returns {string} */
export function phaseName(name) {
  if (name.startsWith('back to ')) return t('back to {0}', phaseName(name.slice(8)));
  /** @type {Record<string, string>} */
  const words = {
    start: t('start'),
    copy: t('copy'),
    flip: t('switch'),
    drop: t('drop the old copy'),
    double: t('write to both'),
    'reads new': t('read new'),
    'writes new': t('write new'),
    'writes wait': t('writes wait'),
    open: t('open new'),
    fence: t('fence old'),
    close: t('close old'),
    lazy: t('copy on read'),
    sweep: t('sweep'),
    moves: t('updates move'),
    'new data': t('new data to new'),
    'ask all': t('ask all shards'),
    fill: t('fill the new ones'),
    compare: t('compare'),
    'NODE at new': t('NODE at new'),
    'NODE at old': t('NODE at old'),
  };
  return words[name] ?? name;
}

const rounded = (/** @type {number} */ value) => String(Math.round(value * 10) / 10);
const titled = (/** @type {string} */ text) => `<title>${escaped(text)}</title>`;

/** @param {string} kind its class @param {number[]} box x, y, width and height @param {string} title */
function bar(kind, box, title) {
  const [x, y, width, height] = box.map(rounded);
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}">${titled(title)}</rect>`;
}

/** A time of the run, in words. @param {number} ms */
export function timeWords(ms) {
  return ms < 10_000 ? t('{0} s', number(ms / 1000, 2)) : t('{0} s', number(ms / 1000, 1));
}

export class Axis {
  /**
   * @param {Film} film
   * @param {number} width in CSS pixels
   * @param {number} end of the axis, in ms
   * @param {Row[]} [rows] default: all
   */
  constructor(film, width, end, rows = kAllRows) {
    this.film = film;
    this.width = width;
    this.end = end;
    this.rows = rows;
    this.height = rows.reduce((sum, name) => sum + kRows[name] + kGap, 22);
  }

  x = (/** @type {number} */ time) => kLeft + ((this.width - kLeft - kRight) * Math.min(time, this.end)) / this.end;
  timeAt = (/** @type {number} */ x) =>
    Math.min(this.end, Math.max(0, ((x - kLeft) * this.end) / (this.width - kLeft - kRight)));

  // The methods that are named as rows draw them: `y` is the upper edge.

  /** @param {string} label */
  svg(label) {
    let y = 0;
    const parts = [];
    for (const name of this.rows) {
      const height = kRows[name];
      const many = name === 'phases' && this.film.units > 4 ? ' many' : '';
      parts.push(`<g class="row ${name}${many}">${this[name](y, height)}</g>`);
      y += height + kGap;
    }
    const { width, height } = this;
    return (
      `<svg class="axis" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"` +
      ` width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">` +
      `${kHatched}${parts.join('')}${this.ticks(y)}</svg>`
    );
  }

  /** What a row is called, and something about it. @param {number} y @param {string} text */
  name(y, text, second = '') {
    const line = (/** @type {string} */ kind, /** @type {number} */ down, /** @type {string} */ words) =>
      `<text class="${kind}" x="${kLeft - 8}" y="${y + down}" text-anchor="end">${escaped(words)}</text>`;
    return line('name', 12, text) + (second ? line('quiet', 26, second) : '');
  }

  /** The floor of a row. @param {number} y */
  floor(y) {
    return `<path class="grid" d="M${kLeft} ${y}H${this.width - kRight}"/>`;
  }

  /** @param {number} y @param {number} height */
  phases(y, height) {
    const { film } = this;
    const rows = Math.min(film.units, height);
    const each = height / Math.max(1, rows);
    /** @type {string[]} */
    const bars = [];
    for (let row = 0; row < rows; ++row) {
      const unit = Math.floor((row * film.units) / rows);
      const list = film.phasesOf(unit);
      list.forEach(({ at, phase }, i) => {
        const to = list[i + 1]?.at ?? film.end;
        const [x, wide] = [this.x(at), Math.max(0, this.x(to) - this.x(at))];
        const done = phase >= film.phases.length;
        const name = done ? t('done') : phaseName(film.phases[phase]);
        const title = `${name}: ${timeWords(at)}`;
        bars.push(bar(`phase p${done ? 'done' : phase % 6}`, [x, y + row * each, wide, each], title));
        if (rows === 1 && wide > name.length * 6.6 + 8)
          bars.push(`<text x="${rounded(x + 6)}" y="${y + 20}">${escaped(name)}</text>`);
      });
    }
    return this.name(y, t('Phases'), film.units > 1 ? t('{0} {0|part|parts}', film.units) : '') + bars.join('');
  }

  /** @param {number} y @param {number} height */
  answered(y, height) {
    const { series } = this.film;
    const kinds = outcomes();
    const most = Math.max(1, ...series.right.map((_, i) => kinds.reduce((sum, [key]) => sum + series[key][i], 0)));
    const scale = height / most;
    const below = series.right.map(() => 0);
    const areas = kinds.map(([key, words]) => {
      if (series[key].every((count) => count === 0)) return '';
      /** @type {string[]} */
      const upper = [];
      /** @type {string[]} */
      const lower = [];
      series[key].forEach((count, i) => {
        const ends = [this.x(i * this.film.width), this.x((i + 1) * this.film.width)];
        const edge = () => ends.map((x) => `${rounded(x)} ${rounded(y + height - below[i] * scale)}`);
        lower.push(...edge());
        below[i] += count;
        upper.push(...edge());
      });
      const area = `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
      return `<path class="outcome ${key}" d="${area}">${titled(words)}</path>`;
    });
    const rate = (most * 1000) / this.film.width;
    return this.name(y, t('Answered'), t('{0}/s', number(rate))) + areas.join('') + this.lastSent(y, height);
  }

  /** From here on, only requests that were sent before are answered. @param {number} y @param {number} height */
  lastSent(y, height) {
    const x = this.x(this.film.legs.at(-1)?.sent ?? this.end);
    if (this.x(this.film.end) - x < 90) return '';
    return [
      `<path class="grid" stroke-dasharray="2 3" d="M${rounded(x)} ${y}v${height}"/>`,
      `<text class="quiet" x="${rounded(x + 6)}" y="${y + 12}">${escaped(t('no more requests'))}</text>`,
    ].join('');
  }

  /** @param {number} y @param {number} height */
  wrong(y, height) {
    const { film } = this;
    const most = Math.max(1, ...film.wrongInPart);
    const bars = film.wrongInPart.map((count, part) => {
      if (count === 0) return '';
      const tall = 4 + (height - 4) * Math.sqrt(count / most);
      const from = this.x(part * film.width),
        wide = Math.max(3, this.x((part + 1) * film.width) - from - 1);
      return bar('mark', [from, y + height - tall, wide, tall], t('{0} at {1}', count, timeWords(part * film.width)));
    });
    const all = film.wrongInPart.reduce((a, b) => a + b, 0);
    return this.name(y, t('Errors'), number(all)) + this.floor(y + height) + bars.join('');
  }

  /** @param {number} y @param {number} height */
  latency(y, height) {
    const { medianUs, p99Us } = this.film.series;
    const least = Math.max(1, Math.min(...medianUs.filter((value) => value > 0), 1e9)),
      most = Math.max(2 * least, ...p99Us, ...medianUs);
    const scale = (/** @type {number} */ value) =>
      y + height - (height * Math.log(Math.max(value, least) / least)) / Math.log(most / least);
    const line = (/** @type {number[]} */ values) =>
      values
        .map((value, i) =>
          value > 0 ? `${rounded(this.x((i + 0.5) * this.film.width))},${rounded(scale(value))}` : '',
        )
        .filter(Boolean)
        .join(' ');
    const ms = (/** @type {number} */ us) =>
      us < 1_000_000 ? t('{0} ms', number(us / 1000, us < 10_000 ? 1 : 0)) : t('{0} s', number(us / 1e6, 1));
    const drawn = (/** @type {string} */ kind, /** @type {number[]} */ values, /** @type {string} */ title) =>
      `<polyline class="${kind}" points="${line(values)}">${titled(title)}</polyline>`;
    return [
      this.name(y, t('Latency'), t('99% ┄ {0}', ms(Math.max(...p99Us)))),
      this.floor(y + height),
      drawn('slow', p99Us, t('99% are faster')),
      drawn('median', medianUs, t('Median')),
    ].join('');
  }

  /** @param {number} y @param {number} height */
  load(y, height) {
    const { film } = this,
      { nodes, series, width } = film;
    const most = Math.max(1, ...series.nodeRequests.map((counts) => counts.reduce((a, b) => Math.max(a, b), 0)));
    const rows = Math.min(nodes.length, Math.floor(height / 3));
    const each = height / rows;
    const cells = series.nodeRequests.slice(0, rows).map((counts, node) => {
      const floor = y + (node + 1) * each;
      const points = counts.flatMap((count, part) =>
        [part, part + 1].map((at) => `${rounded(this.x(at * width))} ${rounded(floor - ((each - 1) * count) / most)}`),
      );
      const end = `${rounded(this.x(counts.length * width))} ${rounded(floor)}`;
      const area = `M${kLeft} ${rounded(floor)}L${points.join('L')}L${end}Z`;
      return `<path class="served n${film.shadeOf(node)}" d="${area}">${titled(nodes[node])}</path>`;
    });
    return (
      this.name(y, t('Load per node'), rows < nodes.length ? t('{0} of {1}', rows, nodes.length) : '') + cells.join('')
    );
  }

  /** The share of map holders that know the newest map. @param {number} y @param {number} height */
  maps(y, height) {
    const { film } = this;
    const times = [
      ...new Set([0, ...film.announced.map(({ at }) => at), ...film.heard.map(({ at }) => at), film.end]),
    ].sort((a, b) => a - b);
    const step = Math.ceil(times.length / 600);
    const known = new Array(film.holders).fill(0);
    let heard = 0,
      newest = 0,
      told = 0;
    /** @type {{time: number, share: number}[]} */
    const points = [];
    times.forEach((time, i) => {
      for (; heard < film.heard.length && film.heard[heard].at <= time; ++heard)
        known[film.heard[heard].holder] = film.heard[heard].version;
      for (; told < film.announced.length && film.announced[told].at <= time; ++told)
        newest = Math.min(film.maps, Math.max(newest, film.announced[told].version));
      if (i % step !== 0 && i + 1 < times.length) return;
      const share = known.filter((version) => version >= newest).length / film.holders;
      const last = points.at(-1)?.share ?? 1;
      points.push({ time, share: last }, { time, share });
    });
    const path = points
      .map(({ time, share }) => `${rounded(this.x(time))} ${rounded(y + height - height * share)}`)
      .join('L');
    const area = `M${kLeft} ${y + height}L${path}L${rounded(this.x(film.end))} ${y + height}Z`;
    const name = this.name(y, t('Newest map'), t('at {0} {0|holder|holders}', film.holders));
    return `${name}<path class="known" d="${area}"/>`;
  }

  /** @param {number} y */
  ticks(y) {
    const steps = [
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 120_000, 300_000, 600_000,
      3_600_000,
    ];
    const step = steps.find((each) => this.end / each <= Math.max(3, this.width / 110)) ?? this.end;
    const ticks = [];
    for (let time = 0; time <= this.end; time += step) {
      const x = this.x(time),
        anchor = x > this.width - 30 ? 'end' : 'middle';
      ticks.push(
        `<text class="quiet" x="${rounded(x)}" y="${y + 8}" text-anchor="${anchor}">${escaped(timeWords(time))}</text>`,
      );
    }
    return ticks.join('');
  }
}
