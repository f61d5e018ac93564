// Sorts the functions of a module by name, so that similar ones, such as the instances of a template, are near each
// other: it then compresses 2% better. emcc's own order is by how often they are called.
//   node cmake/order.mjs <folder of binaryen's programs> <module.wasm> <its symbols, as --emit-symbol-map writes them>
// The symbols are rewritten in the new order.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [programs, wasm, symbols] = process.argv.slice(2);
if (!symbols) throw new Error('usage: node cmake/order.mjs <folder of binaryen> <module.wasm> <symbols>');
const text = `${wasm}.wat`, ordered = `${wasm}.ordered`;
const run = (program, ...words) => execFileSync(join(programs, program), ['--all-features', ...words], { stdio: ['ignore', 'inherit', 'inherit'] });

run('wasm-dis', wasm, '-o', text);
// Imports have the first indices, followed by functions in the order of the text. Each begins on a line of its own.
const lines = readFileSync(symbols, 'latin1').split('\n').filter(Boolean);
const names = new Map(lines.map((line) => [Number(line.slice(0, line.indexOf(':'))), line.slice(line.indexOf(':') + 1)]));
const forms = readFileSync(text, 'latin1').replace(/\n\)\s*$/, '').split(/\n(?= \()/);
const isFunction = (form) => form.startsWith(' (func ');
const imported = forms.filter((form) => form.startsWith(' (import ') && form.includes('(func ')).length;
const functions = forms.filter(isFunction).map((form, i) => ({ form, name: names.get(imported + i) ?? '' }));
if (functions.length + imported !== names.size) throw new Error(`${symbols} names ${names.size} functions, ${wasm} has ${functions.length + imported}`);
functions.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
const first = forms.findIndex(isFunction);
const others = forms.filter((form) => !isFunction(form));
writeFileSync(text, `${[...others.slice(0, first), ...functions.map(({ form }) => form), ...others.slice(first)].join('\n')}\n)\n`, 'latin1');
run('wasm-as', text, '-o', ordered);
const kept = lines.slice(0, imported);
writeFileSync(symbols, `${[...kept, ...functions.map(({ name }, i) => `${imported + i}:${name}`)].join('\n')}\n`, 'latin1');
renameSync(ordered, wasm);
rmSync(text);
