// What people write in a field: names with commas between them, and “table: column” with semicolons.

/** @param {string} text @returns {string[]} */
export const pathsOfList = (text) => text.split(',').map((name) => name.trim()).filter(Boolean);

/** @param {string} text @returns {Record<string, string>} */
export const pairsOfText = (text) => Object.fromEntries(text.split(';').map((pair) => pair.split(':').map((name) => name.trim())).filter(([name, column]) => name && column));
