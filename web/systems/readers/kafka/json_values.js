// JSON in Kafka's texts: where it ends, in the quotes of a shell or without, and its members.
import { jsonValues, textOf } from '../../reading/json.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('../../reading/pasted.js').Line} Line */

/** @param {Tree | undefined} tree @param {string} what @param {number} line */
export function textIn(tree, what, line) {
  const text = textOf(tree);
  if (text === undefined) throw new Unreadable(tree?.line ?? line, `the member “${what}” is missing`);
  noTemplate(text, tree?.line ?? line);
  return text;
}

/** @param {Tree | undefined} tree @param {string} what @param {number} line */
export function wholeIn(tree, what, line) {
  const text = textIn(tree, what, line);
  if (!/^\d{1,19}$/.test(text))
    throw new Unreadable(tree?.line ?? line, `${what}: “${text.slice(0, 40)}” is no number`);
  return text;
}

export const kInQuotes = /^[^'"{[]*\becho\s+'(?=\s*\{)/;
const kShellEnd = /^'\s*(?:>+\s*\S+)?\s*;?\s*$/;

/** The JSON that these lines begin with, in the quotes of a shell or without. @param {Line[]} lines */
export function firstJson(lines) {
  const [first, ...more] = lines;
  const quoted = kInQuotes.exec(first.text);
  if (!quoted) {
    // Values one behind another end where their lines do.
    const end = lastLineOf(lines);
    const [tree] = jsonValues(lines.slice(0, end));
    return { tree, after: lines.slice(end) };
  }
  const inside = [{ ...first, text: first.text.slice(quoted[0].length) }, ...more];
  const close = inside.findIndex(({ text }) => /'[^'"{}[\]]*$/.test(text));
  const last = inside[close];
  if (close < 0) throw new Unreadable(inside[inside.length - 1].number, 'the JSON ends too early');
  const quote = last.text.lastIndexOf("'");
  if (!kShellEnd.test(last.text.slice(quote))) throw new Unreadable(last.number, 'the JSON ends too early');
  const [tree] = jsonValues([...inside.slice(0, close), { ...last, text: last.text.slice(0, quote) }]);
  return { tree, after: inside.slice(close + 1) };
}

/** How many lines the first value has: until its brackets are closed. @param {Line[]} lines */
function lastLineOf(lines) {
  let depth = 0;
  for (let i = 0; i < lines.length; ++i) {
    for (const [token] of lines[i].text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/g)) {
      if (token === '{' || token === '[') depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
    }
    if (depth <= 0) return i + 1;
  }
  return lines.length;
}
