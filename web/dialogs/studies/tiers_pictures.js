// The picture of tiers that sleep: a box for each node, filled by the keys that it serves. Strings of SVG.
import { t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kBox = 44,
  kGap = 6,
  kHead = 24,
  kLeft = 56;

/** Rounded to tenths. @param {number} value */
const r = (value) => Math.round(value * 10) / 10;

/**
 * @param {{names: string[], each: number, asleep: Set<number>, rings: {title: string, served: number[]}[]}} shown
 * @param {number} width in CSS pixels
 */
export function boxesOf({ names, each, asleep, rings }, width) {
  const tiers = names.length / each;
  const slot = Math.min(200, (width - kLeft) / each),
    box = slot - kGap;
  const panel = kHead + tiers * (kBox + kGap) + 8;
  const most = Math.max(1, ...rings.flatMap(({ served }) => served));
  /** @param {number} i the node @param {number} served keys @param {number} top of the panel */
  const node = (i, served, top) => {
    const x = kLeft + slot * (i % each),
      y = top + kHead + Math.floor(i / each) * (kBox + kGap);
    const full = (kBox * served) / most;
    const level = asleep.has(i)
      ? ''
      : `<rect class="kept" x="${r(x)}" y="${r(y + kBox - full)}" width="${r(box)}" height="${r(full)}"/>`;
    const name =
      box > 36
        ? `<text class="inside${asleep.has(i) ? ' quiet' : ''}" x="${r(x + box / 2)}" y="${y + kBox / 2 + 4}"
          text-anchor="middle">${names[i]}</text>`
        : '';
    const kind = asleep.has(i) ? 'asleep' : 'awake';
    return `<rect class="${kind}" x="${r(x)}" y="${y}" width="${r(box)}" height="${kBox}"/>${level}${name}`;
  };
  /** @param {number} i the tier @param {number} top of the panel */
  const tier = (i, top) =>
    `<text x="0" y="${top + kHead + i * (kBox + kGap) + kBox / 2 + 4}">${t('Tier {0}', i + 1)}</text>`;
  const panels = rings.map(({ title, served }, i) => {
    const top = i * panel;
    const rows = Array.from({ length: tiers }, (_, row) => tier(row, top));
    const nodes = names.map((_, at) => node(at, served[at], top));
    return `<text class="title" x="0" y="${top + 14}">${escaped(title)}</text>${rows.join('')}${nodes.join('')}`;
  });
  const label = t('The keys that each node serves; nodes that sleep are empty; the table has the numbers');
  return `<svg class="study" viewBox="0 0 ${width} ${rings.length * panel}" role="img"
    aria-label="${label}">${panels.join('')}</svg>`;
}
