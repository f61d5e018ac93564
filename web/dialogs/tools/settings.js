// A dialog's settings in its part of a link: “sections1024-skew1.1”. Unknown names and numbers out of range are
// ignored: a link always opens.

/**
 * @param {Record<string, {least: number, most: number, usual: number}>} fields
 * @param {string} [detail]
 * @returns {Record<string, number>}
 */
export function settingsOf(fields, detail = '') {
  const told = Object.fromEntries(
    [...detail.matchAll(/([a-z]+)(\d+(?:\.\d+)?)/g)].map(([, name, value]) => [name, Number(value)]),
  );
  return Object.fromEntries(
    Object.entries(fields).map(([name, { least, most, usual }]) => [
      name,
      told[name] >= least && told[name] <= most ? told[name] : usual,
    ]),
  );
}

/** The same as text. @param {Record<string, number>} settings */
export const detailOf = (settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}${value}`)
    .join('-');
