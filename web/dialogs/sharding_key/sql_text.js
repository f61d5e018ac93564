// Cuts SQL as people paste it into statements: without comments, with parameters of every kind as $1, $2, …, and with
// each statement's rate if the text gives one: “120/s select …” or “-- 120/s” before it. Strings and quoted names stay
// as they are.

/** @typedef {{sql: string, perSecond: ?number, hidden: boolean}} Statement `hidden`: pg_stat_statements left out values of a list */

const kRate = /^\s*(\d+(?:\.\d+)?)\s*\/\s*s(?:ec(?:ond)?)?\b\s*:?/i;

// What is taken as a whole from its first character on.
const kWholes = [
  /--[^\n]*/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /`(?:[^`]|``)*`/y,
  /\$\d+/y,
  /\$([A-Za-z_][A-Za-z_0-9]*)?\$[^]*?\$\1\$/y,
  /::|:=/y,
  /:[A-Za-z_][A-Za-z_0-9]*/y,
  /[A-Za-z_\u0080-\uffff][A-Za-z_0-9$\u0080-\uffff]*/y,
];
const kEscaped = /'(?:[^'\\]|''|\\[^])*'/y;  // after an E

/** The end of a comment, which may contain nested comments. */
function endOfComment(/** @type {string} */ text, /** @type {number} */ at) {
  let depth = 0;
  for (let i = at; i < text.length; ++i) {
    const [opens, ends] = [text.startsWith('/*', i), text.startsWith('*/', i)];
    if (!opens && !ends) continue;
    depth += opens ? 1 : -1;
    i += 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

function wholeAt(/** @type {string} */ text, /** @type {number} */ at, /** @type {string} */ last) {
  if (text.startsWith('/*', at)) return text.slice(at, endOfComment(text, at));
  for (const pattern of last.toUpperCase() === 'E' && text[at] === "'" ? [kEscaped] : kWholes) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return text[at];
}

/** @param {string} text @returns {Statement[]} */
export function statementsOf(text) {
  const statements = /** @type {Statement[]} */ ([]);
  let sql = '', last = '', rate = /** @type {?number} */ (null), parameters = 0, hidden = false;
  const end = () => {
    const plain = kRate.exec(sql);
    const body = sql.slice(plain?.[0].length ?? 0).trim().replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
    if (body !== '') statements.push({ sql: body, perSecond: plain ? Number(plain[1]) : rate, hidden });
    [sql, last, rate, parameters, hidden] = ['', '', null, 0, false];
  };
  for (let at = 0; at < text.length;) {
    const whole = wholeAt(text, at, last);
    at += whole.length;
    last = '';
    if (whole === ';') {
      end();
    } else if (whole.startsWith('--') || whole.startsWith('/*')) {
      const said = kRate.exec(whole.replace(/^(?:--|\/\*)/, ''));
      if (said && sql.trim() === '') rate = Number(said[1]);
      if (/^\/\*\s*,\s*\.\.\.\s*\*\/$/.test(whole)) hidden = true;
      sql += ' ';
    } else if (whole === '?' || /^:[A-Za-z_]/.test(whole)) {
      sql += `$${++parameters}`;
    } else if (whole.startsWith('`') && whole.length > 1) {
      sql += `"${whole.slice(1, -1).replaceAll('``', '`').replaceAll('"', '""')}"`;
    } else {
      sql += whole;
      last = whole;
    }
  }
  end();
  return statements;
}
