// A picture that fits light and dark pages: its colours follow the page that shows it.

const kColor = /#[0-9a-f]{6}/g;
const kScope = 'themes'; // the class of the picture, for one that stands in a page with others

/**
 * From two drawings that differ only in colours. Programs that do not know light-dark() (browsers before 2024, most
 * converters) skip what has it and show the light colours, which stay where they were.
 * @param {string} light @param {string} dark SVG documents
 */
export function inBothThemes(light, dark) {
  if (light.replace(kColor, '#') !== dark.replace(kColor, '#'))
    throw new Error('the picture is another one in dark colours');
  const ones = light.match(kColor) ?? [],
    others = dark.match(kColor) ?? [];
  const [one, other] = [ones, others].map((list) => (/** @type {string} */ place) => list[Number(place)]);
  const both = (/** @type {string} */ name, /** @type {string} */ place) =>
    `${name}:light-dark(${one(place)},${other(place)})`;
  let at = 0;
  const placed = light.replace(kColor, () => `\0${at++}\0`); // so that each is found with its place
  // An attribute and its light colour: the rule for all that have both, unless their dark colours differ.
  /** @type {Map<string, Set<string>>} */
  const rules = new Map();
  const kAttribute = / ([a-z-]+)="\0(\d+)\0"/g;
  for (const [, name, place] of placed.matchAll(kAttribute)) {
    const selector = `[${name}="${one(place)}"]`;
    rules.set(selector, (rules.get(selector) ?? new Set()).add(both(name, place)));
  }
  const styled = placed.replace(/<\w[^>]*>/g, (tag) => {
    const own = [...tag.matchAll(kAttribute)].filter(
      ([, name, place]) => Number(rules.get(`[${name}="${one(place)}"]`)?.size) > 1,
    );
    const style = own.map(([, name, place]) => both(name, place)).join(';');
    if (style === '') return tag;
    return tag.includes(' style="')
      ? tag.replace(' style="', ` style="${style};`)
      : tag.replace(/(?=\/?>$)/, ` style="${style}"`);
  });
  const sheet = [...rules] // sorted by colour, which is shorter once compressed
    .sort(([rule], [next]) => (rule.slice(-9) < next.slice(-9) ? -1 : 1))
    .filter(([, [first, more]]) => !more && !/\((#\w+),\1\)/.test(first))
    .map(([selector, [rule]]) => `${selector}{${rule}}`);
  return styled
    .replace(/([a-z-]+):\0(\d+)\0/g, (_, name, place) =>
      one(place) === other(place) ? `${name}:${one(place)}` : `${name}:${one(place)};${both(name, place)}`,
    )
    .replace(/\0(\d+)\0/g, (_, place) => one(place))
    .replace(/ style="|>/, (found) =>
      found === '>' ? ' style="color-scheme: light dark">' : `${found}color-scheme: light dark; `,
    )
    .replace(/>\n</g, '><')
    .replace(/(?<=^<svg)/, ` class="${kScope}"`)
    .replace(/(?=<\/svg>\s*$)/, sheet.length > 0 ? `<style>.${kScope}{${sheet.join('')}}</style>` : '');
}
