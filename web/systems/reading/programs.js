// Source code: what people paste when the list of servers is in a program, a script or a query.

/** @typedef {import('./pasted.js').Line} Line */
/**
 * `sure`: lines that only it has; `likely`: lines that a placement might have too; `instead`: what to paste.
 * @typedef {{name: string, sure?: RegExp[], likely?: RegExp[], instead?: string}} Language
 */

/** @type {Language[]} */
const kLanguages = [
  {
    name: 'a Java program',
    sure: [
      /^import\s+(?:static\s+)?[a-z]\w*(?:\.[\w*]+)+;|^package\s+[\w.]+;/,
      /^(?:public|private|protected|final|abstract)\s+(?:\w+\s+)*(?:class|interface|enum)\s+\w/,
    ],
    likely: [
      /^\s*(?:public|private|protected)\s.*[({;]\s*$/,
      /[\s(=]new\s+[A-Z]\w*(?:<[^>]*>)?\(.*;\s*$/,
      /^\s*(?:public|private|protected)\s+(?:static\s+|final\s+)*[\w<>]+\s+\w+\s*[(=]/,
    ],
  },
  {
    name: 'a Kotlin program',
    sure: [/^import\s+[a-z]\w*(?:\.[\w*]+){2,}\s*$|^fun\s+\w+\(|^(?:data|sealed)\s+class\s+\w/],
    likely: [/^\s*va[lr]\s+\w+(?:\s*:\s*\w+)?\s*=\s*\w[\w.]*\(/],
  },
  {
    name: 'a Go program',
    sure: [/^package\s+[a-z]\w*\s*$|^import\s+(?:\(\s*$|")|^func\s+(?:\([^)]*\)\s*)?\w+\(/],
    likely: [/^\s*[A-Za-z_]\w*(?:\s*,\s*\w+)*\s+:=\s+\S|^\s*func\s*\(.*\{\s*$/],
  },
  {
    name: 'a Python program',
    sure: [
      /^from\s+[\w.]+\s+import\s+\S|^import\s+[a-z][\w.]*(?:\s+as\s+\w+)?\s*$|^#!.*\bpython/,
      /^(?:async\s+)?def\s+\w+\(|^class\s+\w+(?:\([\w., ]*\))?:\s*$/,
    ],
    likely: [
      /^\s*(?:async\s+)?def\s+\w+\(.*\).*:|^\s*from\s+[\w.]+\s+import\s/,
      /^\s*[a-z_]\w*\s*=\s*[A-Za-z_][\w.]*\((?!.*;\s*$)/,
    ],
  },
  {
    name: 'a JavaScript program',
    sure: [
      /^import\s.*\sfrom\s+['"]|^(?:const|let|var)\s+[\w{}, ]+=\s*(?:await\s+)?(?:require\(|import\(|new\s)/,
      /^export\s+(?:default|const|function|class)\s|^module\.exports\b|^['"]use strict['"]|^#!.*\bnode/,
    ],
    likely: [/^\s*(?:const|let|var)\s+[\w{}[\], ]+=\s*\S|=>\s*\{\s*$/],
  },
  { name: 'a C or C++ program', sure: [/^#\s*include\s*[<"]/] },
  { name: 'a C# program', sure: [/^using\s+[A-Z][\w.]*;|^namespace\s+[A-Z][\w.]*\s*[;{]?\s*$/] },
  { name: 'a PHP program', sure: [/^<\?php\b/], likely: [/^\s*\$\w+\s*(?:->\w+\(|=\s*new\s)/] },
  {
    name: 'a Ruby program',
    sure: [/^require\s+['"]|^require_relative\s|^#!.*\bruby/],
    likely: [/^\s*[a-z_]\w*\s*=\s*[A-Z]\w*(?:::\w+)*\.new\b|^\s*\w.*\bdo\s+\|\w+\|/],
  },
  {
    name: 'a Rust program',
    sure: [/^use\s+\w+(?:::[\w{}*, ]+)+;|^(?:pub\s+)?(?:async\s+)?fn\s+\w+|^extern\s+crate\s/],
    likely: [/^\s*let\s+(?:mut\s+)?\w+\s*(?::.*)?=\s*\S.*;\s*$/],
  },
  { name: 'a Perl program', sure: [/^use\s+(?:strict|warnings)\b|^#!.*\bperl/], likely: [/^\s*my\s+[$@%]\w+\s*=/] },
  { name: 'a shell script', likely: [/^#!.*\b(?:ba|z|k|da)?sh\b/], instead: 'what it prints' },
  {
    name: 'SQL',
    likely: [/^\s*(?:select\s.*\bfrom\b|insert\s+into\b|create\s+(?:table|index)\b|update\s+\w+\s+set\b)/i],
    instead: 'the rows that it gives',
  },
];

/**
 * Why a text is source code and what to paste instead, with the line that says so; or null.
 * @param {Line[]} filled @param {boolean} likely whether less sure signs count: where nothing else is known of the text
 */
export function programIn(filled, likely) {
  for (const { number, text } of filled.slice(0, 1000)) {
    const line = text.slice(0, 300);
    const found = kLanguages.find((of) =>
      [...(of.sure ?? []), ...((likely && of.likely) || [])].some((mark) => mark.test(line)),
    );
    if (found) return { line: number, why: `${found.name}: paste ${found.instead ?? 'its list of servers'}` };
  }
  return null;
}
