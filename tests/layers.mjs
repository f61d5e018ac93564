#!/usr/bin/env node
// The folders of core/ and web/ with the number of includes and imports between them, as a Mermaid graph. Arrows
// against the order that core/README.md and web/README.md give are drawn thick.
//   node tests/layers.mjs [commit; by default the files as they are]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const commit = process.argv[2];
const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 28 });
const files = git(...(commit ? ['ls-tree', '-r', '--name-only', commit] : ['ls-files']), '--', 'core', 'web')
  .split('\n')
  .filter((file) => /\.(?:cpp|h|m?js)$/.test(file));
const read = commit
  ? (/** @type {string} */ file) => git('show', `${commit}:${file}`)
  : (/** @type {string} */ file) => readFileSync(file, 'utf8');

/** "core/model/keys.h" belongs to core/model; a file outside these folders stands for itself. */
const roomOf = (/** @type {string} */ file) =>
  file.split('/').length > 2 ? posix.dirname(file).split('/').slice(0, 2).join('/') : file;

const kNative = /^\s*#include "((?:core|web)\/[^"]+)"/gm;
const kScript = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** @param {string} file */
function usesOf(file) {
  const text = read(file);
  if (/\.m?js$/.test(file)) return [...text.matchAll(kScript)].map(([, path]) => posix.join(posix.dirname(file), path));
  return [...text.matchAll(kNative)].map(([, path]) => path);
}

/** @type {Map<string, number>} */
const arrows = new Map();
const rooms = new Map();
for (const file of files) {
  const from = roomOf(file);
  rooms.set(from, (rooms.get(from) ?? 0) + 1);
  for (const to of usesOf(file).map(roomOf)) {
    if (to !== from) arrows.set(`${from} ${to}`, (arrows.get(`${from} ${to}`) ?? 0) + 1);
  }
}

/**
 * The folders in the order of a README's two drawings "a ← b ← c".
 * @param {string} readme
 * @param {string} prefix
 */
function orderIn(readme, prefix) {
  let text = '';
  try {
    text = read(readme);
  } catch {
    return []; // an older commit
  }
  return [...text.matchAll(/^```\n(.*?←.*?)\n```$/gms)].map(([, line]) =>
    line.split('←').map((name) => `${prefix}/${name.trim()}`),
  );
}
const orders = [...orderIn('core/README.md', 'core'), ...orderIn('web/README.md', 'web')];
const isBack = (/** @type {string} */ from, /** @type {string} */ to) =>
  orders.some((order) => order.includes(from) && order.indexOf(from) < order.indexOf(to));

const name = (/** @type {string} */ room) => room.replace(/\W/g, '_');
console.log('graph BT');
for (const [room, count] of [...rooms].sort()) console.log(`  ${name(room)}["${room} (${count})"]`);
let index = 0;
const back = [];
for (const [arrow, count] of [...arrows].sort()) {
  const [from, to] = arrow.split(' ');
  if (isBack(from, to)) back.push(index);
  console.log(`  ${name(from)} -->|${count}| ${name(to)}`);
  ++index;
}
if (back.length > 0) console.log(`  linkStyle ${back.join()} stroke-width:4px`);
