// Pictures of the view, as SVG: how much of the shards' capacity a key leaves usable, and the rows on each shard.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kBar = 16,
  kText = 20,
  kColors = 10;
const r = (value) => Math.round(value * 10) / 10;

/**
 * One candidate: of n shards, as many are filled as do useful work.
 * @param {any} candidate
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
    return `<rect class="off" x="${r(x + 0.5)}" y="${kText + 0.5}" width="${r(each - 1)}" height="${kBar - 1}"/>${full > 0 ? `<rect class="kept" x="${r(x)}" y="${kText}" width="${r(full)}" height="${kBar}"/>` : ''}`;
  });
  const label = t('{0}: {1} shards do the work of {2}', id, shards, number(worthShards, 1));
  return `<svg class="study work" viewBox="0 0 ${width} ${kText + kBar}" height="${kText + kBar}" role="img" aria-label="${escaped(label)}">
    <text class="title" x="0" y="14">${escaped(id)}</text><text x="${width}" y="14" text-anchor="end">${escaped(t('work of {0} of {1} shards', number(worthShards, 1), shards))}</text>${cells.join('')}</svg>`;
}

/**
 * Rows on each shard, the largest unit's part hatched. @param {{names: string[], counts: number[], unit:
 * ?{shard: number, rows: number, value: string}, mean: number, label: string}} shown
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
  const y = (value) => bottom - ((bottom - top) * value) / most;
  const every = Math.ceil(64 / step);
  const bars = counts.map((count, i) => {
    const x = kLeft + i * step + gap / 2,
      wide = Math.max(0.5, step - gap);
    const name =
      i % every === 0
        ? `<text x="${r(x + wide / 2)}" y="${bottom + 16}" text-anchor="middle">${escaped(names[i])}</text>`
        : '';
    const part =
      unit?.shard === i
        ? `<rect fill="url(#sharding-key-hatch)" x="${r(x)}" y="${r(y(count))}" width="${r(wide)}" height="${r(Math.max(2, bottom - y(unit.rows)))}"/><rect class="unit" x="${r(x)}" y="${r(y(count))}" width="${r(wide)}" height="${r(Math.max(2, bottom - y(unit.rows)))}"/>`
        : '';
    return `<rect class="n${i % kColors}" x="${r(x)}" y="${r(y(count))}" width="${r(wide)}" height="${r(bottom - y(count))}"/>${part}${name}`;
  });
  const at = unit ? kLeft + (unit.shard + 0.5) * step : 0;
  const told = unit
    ? `<text x="${r(at)}" y="${top - 12}" text-anchor="${at > width * 0.6 ? 'end' : at < width * 0.4 ? 'start' : 'middle'}">${escaped(t('hatched: “{0}”, {1} {1|row|rows}', unit.value, unit.rows))}</text>`
    : '';
  return `<svg class="study" viewBox="0 0 ${width} ${bottom + 24}" height="${bottom + 24}" role="img" aria-label="${escaped(label)}">
    <defs><pattern id="sharding-key-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></defs>
    <text x="${kLeft - 8}" y="${r(y(mean) - 2)}" text-anchor="end">${t('mean')}</text><text x="${kLeft - 8}" y="${r(y(mean) + 11)}" text-anchor="end">${escaped(short(mean))}</text><text x="${kLeft - 8}" y="${bottom + 4}" text-anchor="end">0</text>
    ${bars.join('')}<path class="before" d="M${kLeft} ${r(y(mean))}H${width - kRight}"/>${told}</svg>`;
}

const short = (value) =>
  value >= 1e6
    ? t('{0} M', number(value / 1e6, 1, 0))
    : value >= 10_000
      ? t('{0} k', number(value / 1e3, 0))
      : number(value, 0);
