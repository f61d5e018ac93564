// Pictures of the view, as SVG: how much of the shards' capacity a key leaves usable, and the rows on each shard.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kBar = 16,
  kText = 20,
  kColors = 10;
const r = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/**
 * One candidate: of n shards, as many are filled as do useful work.
 * @param {{id: string, worthShards: number}} candidate
 * @param {number} shards
 * @param {number} width
 */
export function workOf({ id, worthShards }, shards, width) {
  const most = Math.min(shards, 24),
    gap = most > 12 ? 2 : 4,
    each = (width - gap * (most - 1)) / most;
  const cells = Array.from({ length: most }, (_, i) => {
    const x = i * (each + gap),
      full = Math.max(0, Math.min(1, (worthShards * most) / shards - i)) * each;
    const off = `<rect class="off" x="${r(x + 0.5)}" y="${kText + 0.5}" width="${r(each - 1)}" height="${kBar - 1}"/>`;
    const kept = `<rect class="kept" x="${r(x)}" y="${kText}" width="${r(full)}" height="${kBar}"/>`;
    return full > 0 ? off + kept : off;
  });
  const label = t('{0}: {1} shards do the work of {2}', id, shards, number(worthShards, 1));
  const work = t('work of {0} of {1} shards', number(worthShards, 1), shards),
    tall = kText + kBar,
    size = `viewBox="0 0 ${width} ${tall}" height="${tall}"`;
  return `<svg class="study work" ${size} role="img" aria-label="${escaped(label)}">
    <text class="title" x="0" y="14">${escaped(id)}</text>
    <text x="${width}" y="14" text-anchor="end">${escaped(work)}</text>${cells.join('')}</svg>`;
}

/**
 * @typedef {object} Shown
 * @property {string[]} names
 * @property {number[]} counts
 * @property {?{shard: number, rows: number, value: string}} unit the largest one
 * @property {number} mean
 * @property {string} label
 */

/**
 * Rows on each shard, the largest unit's part hatched.
 * @param {Shown} shown
 * @param {number} width
 */
export function histogramOf({ names, counts, unit, mean, label }, width) {
  const kLeft = 64,
    kRight = 8,
    top = unit ? 30 : 12,
    bottom = top + 150,
    most = Math.max(mean, ...counts) * 1.05;
  const step = (width - kLeft - kRight) / counts.length,
    gap = Math.min(8, step * 0.2);
  const y = (/** @type {number} */ value) => bottom - ((bottom - top) * value) / most;
  const every = Math.ceil(64 / step);
  const bars = counts.map((count, i) => {
    const x = kLeft + i * step + gap / 2,
      wide = Math.max(0.5, step - gap);
    const name =
      i % every === 0
        ? `<text x="${r(x + wide / 2)}" y="${bottom + 16}" text-anchor="middle">${escaped(names[i])}</text>`
        : '';
    const from = `x="${r(x)}" y="${r(y(count))}" width="${r(wide)}"`;
    let part = '';
    if (unit?.shard === i) {
      const box = `${from} height="${r(Math.max(2, bottom - y(unit.rows)))}"`;
      part = `<rect fill="url(#sharding-key-hatch)" ${box}/><rect class="unit" ${box}/>`;
    }
    return `<rect class="n${i % kColors}" ${from} height="${r(bottom - y(count))}"/>${part}${name}`;
  });
  let told = '';
  if (unit) {
    const at = kLeft + (unit.shard + 0.5) * step,
      anchor = at > width * 0.6 ? 'end' : at < width * 0.4 ? 'start' : 'middle';
    const hatched = t('hatched: “{0}”, {1} {1|row|rows}', unit.value, unit.rows);
    told = `<text x="${r(at)}" y="${top - 12}" text-anchor="${anchor}">${escaped(hatched)}</text>`;
  }
  const tall = bottom + 24,
    beside = `x="${kLeft - 8}" text-anchor="end"`;
  return `<svg class="study" viewBox="0 0 ${width} ${tall}" height="${tall}" role="img" aria-label="${escaped(label)}">
    <defs><pattern id="sharding-key-hatch" width="6" height="6" patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></defs>
    <text ${beside} y="${r(y(mean) - 2)}">${t('mean')}</text>
    <text ${beside} y="${r(y(mean) + 11)}">${escaped(short(mean))}</text><text ${beside} y="${bottom + 4}">0</text>
    ${bars.join('')}<path class="before" d="M${kLeft} ${r(y(mean))}H${width - kRight}"/>${told}</svg>`;
}

const short = (/** @type {number} */ value) =>
  value >= 1e6
    ? t('{0} M', number(value / 1e6, 1, 0))
    : value >= 10_000
      ? t('{0} k', number(value / 1e3, 0))
      : number(value, 0);
