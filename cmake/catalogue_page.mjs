// The catalogue (core/strategies/README.md) as a page of dist/. It reads only the Markdown that catalogue.mjs writes.

const escaped = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inline = (/** @type {string} */ text) =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');

const cells = (/** @type {string} */ line) => line.replace(/^\| | \|$/g, '').split(/ \|(?: |$)/);

/** @param {string[]} lines of the table */
function table([head, alignment, ...rows]) {
  const numeric = cells(alignment).map((mark) => (mark.endsWith(':') ? ' class="number"' : ''));
  const row = (/** @type {string} */ line, /** @type {'th' | 'td'} */ tag) =>
    `<tr>${cells(line)
      .map((cell, i) => {
        const kind = i === 0 && tag === 'td' ? 'th scope="row"' : tag === 'th' ? 'th scope="col"' : tag;
        return `<${kind}${numeric[i]}>${inline(cell)}</${kind.slice(0, 2)}>`;
      })
      .join('')}</tr>`;
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(head, 'th')}</thead>
<tbody>${rows.map((line) => row(line, 'td')).join('\n')}</tbody></table></div>`;
}

/** A strategy's note: **title**: summary limits *source*. @param {string} text @param {string[]} sentences */
function note(text, sentences) {
  const [, title, told, source] = /^(\*\*.+?\*\*): (.+) (\*.+\*)$/.exec(text) ?? [];
  if (!title) return inline(text);
  const rest = (/** @type {string} */ sentence) => told.slice(sentence.length + 1);
  const summary =
    sentences.find((sentence) => told.startsWith(`${sentence} `) && sentences.includes(rest(sentence))) ?? told;
  const parts = [summary, rest(summary)].map((part) => `<span>${inline(part)}</span>`);
  return `${inline(title)}: ${parts.join(' ')} ${inline(source)}`;
}

/** @param {string} text @param {string[]} sentences */
function block(text, sentences) {
  const lines = text.split('\n');
  const heading = /^(#+) (.*)/.exec(text);
  if (heading) return `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`;
  if (text.startsWith('|')) return table(lines);
  if (text.startsWith('- '))
    return `<ul>${text
      .slice(2)
      .split('\n- ')
      .map((item) => `<li>${note(item, sentences)}</li>`)
      .join('\n')}</ul>`;
  return `<p>${inline(text)}</p>`;
}

const kPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; " +
  "form-action 'none'";
const kDescription =
  'Every sharding strategy of the playground: source, lookup, memory, what it can do, and what moves when a node ' +
  'joins or leaves.';

/**
 * @param {string} markdown
 * @param {string[]} sentences that are each translated separately
 * @returns {string} an HTML document
 */
export function cataloguePage(markdown, sentences) {
  const blocks = markdown
    .trim()
    .split(/\n{2,}/)
    .map((text) => block(text, sentences));
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${kPolicy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Reshard: the catalogue of sharding strategies</title>
  <meta name="description" content="${kDescription}">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="web/page/documents.css">
  <script type="module" src="web/page/catalogue.js"></script>
</head>
<body>
<main class="catalogue">
<p class="top"><a href="./">Playground</a> <button type="button" id="language" lang="ru">Русский</button></p>
${blocks.join('\n')}
<div id="literature" class="literature"></div>
</main>
</body>
</html>
`;
}
