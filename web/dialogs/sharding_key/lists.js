// Lists that people type into a field: names separated by commas, and “table: column” separated by semicolons.

/** @param {string} text */
export const pathsOfList = (text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/**
 * How often each query of a world runs, from “id:rate”.
 * @param {string[]} kept
 * @returns {Map<string, number>}
 */
export const ratesOfKept = (kept) =>
  new Map(
    kept
      .map((each) => /^(.*):(\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(each))
      .filter((match) => match !== null)
      .map(([, id, rate]) => [id, Math.min(1e9, Number(rate))]),
  );

/**
 * @param {string} text
 * @returns {Record<string, string>}
 */
export const pairsOfText = (text) =>
  Object.fromEntries(
    text
      .split(';')
      .map((pair) => pair.split(':').map((name) => name.trim()))
      .filter(([name, column]) => name && column),
  );
