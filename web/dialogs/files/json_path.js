// Where a value is in a JSON object: the names on the way to it, and how they are written, as jq has it: .user.id, or
// .user["a.b"] if a name has a dot. The command reads and writes the same (core/bindings/command/json_path.h).

const kPlain = /^(?:[^.[\p{Cc}]|\[(?!"))+$/u;

/** @param {string[]} names */
export const pathText = (names) =>
  names.map((name, i) => (kPlain.test(name) ? `.${name}` : `${i === 0 ? '.' : ''}[${JSON.stringify(name)}]`)).join('');

const kStep = /\.?\[("(?:[^"\\]|\\.)*")\]|\.((?:[^.[]|\[(?!"))+)/y;

/**
 * Null if it is no path.
 * @param {string} text
 * @returns {?string[]}
 */
export function pathOf(text) {
  /** @type {string[]} */
  const names = [];
  kStep.lastIndex = 0;
  while (kStep.lastIndex < text.length) {
    const step = text[0] === '.' && kStep.exec(text);
    if (!step) return null;
    try {
      names.push(step[2] ?? JSON.parse(step[1]));
    } catch {
      return null; // no escape that JSON has
    }
  }
  return names.length > 0 ? names : null;
}

/** As columns of rows are called: without the first dot. @param {string} text a path */
export const columnText = (text) => text.slice(1);

/** @param {string} column as above */
export const pathOfColumn = (column) => pathOf(`.${column}`);

/** A column whose values can be keys. @param {string} name @returns {import('./open_file.js').Column} */
export const usable = (name) => ({ name, refused: null });
