// The time axis with its rows: phases, stacked outcomes, what went wrong in red, latency, load per node, maps in use.
// One SVG picture of a run; a line over it marks the current moment.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kLeft = 112,
  kRight = 12;
const kRows = { phases: 30, answered: 84, wrong: 26, latency: 52, load: 44, maps: 34 };
const kGap = 10;

/** The stacked outcomes, from the bottom: the series, which is also the class, and its words. */
export const outcomes = () => [
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
];

/** A phase's name in the reader's language, if it is a preset's. */
export function phaseName(name) {
  if (name.startsWith('back to ')) return t('back to {0}', phaseName(name.slice(8)));
  return (
    {
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
    }[name] ?? name
  );
}

const rounded = (value) => String(Math.round(value * 10) / 10);

/** A time of the run, in words. */
export function timeWords(ms) {
  return ms < 10_000 ? t('{0} s', number(ms / 1000, 2)) : t('{0} s', number(ms / 1000, 1));
}

export class Axis {
  /**
   * @param {import('./film.js').Film} film
   * @param {number} width in CSS pixels
   * @param {number} end of the axis, in ms
   * @param {string[]} [rows] default: all
   */
  constructor(film, width, end, rows = Object.keys(kRows)) {
    this.film = film;
    this.width = width;
    this.end = end;
    this.rows = rows;
    this.height = rows.reduce((sum, name) => sum + kRows[name] + kGap, 22);
  }

  x = (time) => kLeft + ((this.width - kLeft - kRight) * Math.min(time, this.end)) / this.end;
  timeAt = (x) => Math.min(this.end, Math.max(0, ((x - kLeft) * this.end) / (this.width - kLeft - kRight)));

  svg(label) {
    let y = 0;
    const parts = [];
    for (const name of this.rows) {
      const height = kRows[name];
      parts.push(
        `<g class="row ${name}${name === 'phases' && this.film.units > 4 ? ' many' : ''}">${this[name](y, height)}</g>`,
      );
      y += height + kGap;
    }
    return `<svg class="axis" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" height="${this.height}" role="img" aria-label="${escaped(label)}">${parts.join('')}${this.ticks(y)}</svg>`;
  }

  name(y, text, second = '') {
    return `<text class="name" x="${kLeft - 8}" y="${y + 12}" text-anchor="end">${escaped(text)}</text>${second ? `<text class="quiet" x="${kLeft - 8}" y="${y + 26}" text-anchor="end">${escaped(second)}</text>` : ''}`;
  }

  phases(y, height) {
    const { film } = this;
    const rows = Math.min(film.units, height);
    const each = height / Math.max(1, rows);
    const bars = [];
    for (let row = 0; row < rows; ++row) {
      const unit = Math.floor((row * film.units) / rows);
      const list = film.phasesOf(unit);
      list.forEach(({ at, phase }, i) => {
        const to = list[i + 1]?.at ?? film.end;
        const [x, wide] = [this.x(at), Math.max(0, this.x(to) - this.x(at))];
        const done = phase >= film.phases.length;
        const name = done ? t('done') : phaseName(film.phases[phase]);
        bars.push(
          `<rect class="phase p${done ? 'done' : phase % 6}" x="${rounded(x)}" y="${rounded(y + row * each)}" width="${rounded(wide)}" height="${rounded(each)}"><title>${escaped(name)}: ${escaped(timeWords(at))}</title></rect>`,
        );
        if (rows === 1 && wide > name.length * 6.6 + 8)
          bars.push(`<text x="${rounded(x + 6)}" y="${y + 20}">${escaped(name)}</text>`);
      });
    }
    return this.name(y, t('Phases'), film.units > 1 ? t('{0} {0|part|parts}', film.units) : '') + bars.join('');
  }

  answered(y, height) {
    const { series } = this.film;
    const kinds = outcomes();
    const most = Math.max(1, ...series.right.map((_, i) => kinds.reduce((sum, [key]) => sum + series[key][i], 0)));
    const scale = height / most;
    const below = series.right.map(() => 0);
    const areas = kinds.map(([key, words]) => {
      if (series[key].every((count) => count === 0)) return '';
      const upper = [],
        lower = [];
      series[key].forEach((count, i) => {
        const [from, to] = [this.x(i * this.film.width), this.x((i + 1) * this.film.width)];
        lower.push(
          `${rounded(from)} ${rounded(y + height - below[i] * scale)}`,
          `${rounded(to)} ${rounded(y + height - below[i] * scale)}`,
        );
        below[i] += count;
        upper.push(
          `${rounded(from)} ${rounded(y + height - below[i] * scale)}`,
          `${rounded(to)} ${rounded(y + height - below[i] * scale)}`,
        );
      });
      return `<path class="outcome ${key}" d="M${upper.join('L')}L${lower.reverse().join('L')}Z"><title>${escaped(words)}</title></path>`;
    });
    const rate = (most * 1000) / this.film.width;
    return this.name(y, t('Answered'), t('{0}/s', number(rate))) + areas.join('') + this.lastSent(y, height);
  }

  // From here on, only requests that were sent before are answered.
  lastSent(y, height) {
    const last = this.film.legs.at(-1)?.sent ?? this.end;
    if (this.x(this.film.end) - this.x(last) < 90) return '';
    return `<path class="grid" stroke-dasharray="2 3" d="M${rounded(this.x(last))} ${y}v${height}"/><text class="quiet" x="${rounded(this.x(last) + 6)}" y="${y + 12}">${escaped(t('no more requests'))}</text>`;
  }

  wrong(y, height) {
    const { film } = this;
    const most = Math.max(1, ...film.wrongInPart);
    const bars = film.wrongInPart.map((count, part) => {
      if (count === 0) return '';
      const tall = 4 + (height - 4) * Math.sqrt(count / most);
      const from = this.x(part * film.width),
        wide = Math.max(3, this.x((part + 1) * film.width) - from - 1);
      return `<rect class="mark" x="${rounded(from)}" y="${rounded(y + height - tall)}" width="${rounded(wide)}" height="${rounded(tall)}"><title>${escaped(t('{0} at {1}', count, timeWords(part * film.width)))}</title></rect>`;
    });
    return `${this.name(y, t('Errors'), number(film.wrongInPart.reduce((a, b) => a + b, 0)))}<path class="grid" d="M${kLeft} ${y + height}H${this.width - kRight}"/>${bars.join('')}`;
  }

  latency(y, height) {
    const { medianUs, p99Us } = this.film.series;
    const least = Math.max(1, Math.min(...medianUs.filter((value) => value > 0), 1e9)),
      most = Math.max(2 * least, ...p99Us, ...medianUs);
    const scale = (value) => y + height - (height * Math.log(Math.max(value, least) / least)) / Math.log(most / least);
    const line = (values) =>
      values
        .map((value, i) =>
          value > 0 ? `${rounded(this.x((i + 0.5) * this.film.width))},${rounded(scale(value))}` : '',
        )
        .filter(Boolean)
        .join(' ');
    const ms = (us) =>
      us < 1_000_000 ? t('{0} ms', number(us / 1000, us < 10_000 ? 1 : 0)) : t('{0} s', number(us / 1e6, 1));
    return `${this.name(y, t('Latency'), t('99% ┄ {0}', ms(Math.max(...p99Us))))}<path class="grid" d="M${kLeft} ${y + height}H${this.width - kRight}"/>
      <polyline class="slow" points="${line(p99Us)}"><title>${t('99% are faster')}</title></polyline><polyline class="median" points="${line(medianUs)}"><title>${t('Median')}</title></polyline>`;
  }

  load(y, height) {
    const { nodes, series, width } = this.film;
    const most = Math.max(1, ...series.nodeRequests.map((counts) => counts.reduce((a, b) => Math.max(a, b), 0)));
    const rows = Math.min(nodes.length, Math.floor(height / 3));
    const each = height / rows;
    const cells = series.nodeRequests.slice(0, rows).map((counts, node) => {
      const floor = y + (node + 1) * each;
      const points = counts.flatMap((count, part) =>
        [part, part + 1].map((at) => `${rounded(this.x(at * width))} ${rounded(floor - ((each - 1) * count) / most)}`),
      );
      return `<path class="served n${node % 10}" d="M${kLeft} ${rounded(floor)}L${points.join('L')}L${rounded(this.x(counts.length * width))} ${rounded(floor)}Z"><title>${escaped(nodes[node])}</title></path>`;
    });
    return (
      this.name(y, t('Load per node'), rows < nodes.length ? t('{0} of {1}', rows, nodes.length) : '') + cells.join('')
    );
  }

  // The share of map holders that know the newest map.
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
    return `${this.name(y, t('Newest map'), t('at {0} {0|holder|holders}', film.holders))}<path class="known" d="M${kLeft} ${y + height}L${path}L${rounded(this.x(film.end))} ${y + height}Z"/>`;
  }

  ticks(y) {
    const steps = [
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 120_000, 300_000, 600_000,
      3_600_000,
    ];
    const step = steps.find((each) => this.end / each <= Math.max(3, this.width / 110)) ?? this.end;
    const ticks = [];
    for (let time = 0; time <= this.end; time += step) {
      ticks.push(
        `<text class="quiet" x="${rounded(this.x(time))}" y="${y + 8}" text-anchor="${this.x(time) > this.width - 30 ? 'end' : 'middle'}">${escaped(timeWords(time))}</text>`,
      );
    }
    return ticks.join('');
  }
}
