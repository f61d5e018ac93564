// What the page's scripts import of each other, as they are written.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { root } from '../../built.mjs';

const kComment = /\/\*.*?\*\//gs; // types are imported in comments, and in any order
const kImport = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** @param {string} script */
const importsOf = (script) =>
  [...readFileSync(new URL(script, root), 'utf8').replace(kComment, '').matchAll(kImport)].map(([, path]) =>
    posix.join(posix.dirname(script), path),
  );

/**
 * The circles of a graph, each as the names that lead back to its first one.
 * @param {Record<string, string[]>} graph
 */
function circlesIn(graph) {
  /** @type {string[][]} */
  const circles = [];
  const done = new Set();
  /** @param {string} name @param {string[]} from */
  const follow = (name, from) => {
    if (from.includes(name)) circles.push([...from.slice(from.indexOf(name)), name]);
    if (done.has(name) || from.includes(name)) return;
    for (const next of graph[name] ?? []) follow(next, [...from, name]);
    done.add(name);
  };
  for (const name of Object.keys(graph)) follow(name, []);
  return circles;
}

test('a circle is found, and a diamond is none', () => {
  expect(circlesIn({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
  expect(circlesIn({ a: ['b'], b: ['c'], c: ['b'] })).toEqual([['b', 'c', 'b']]);
});

test('no script imports one that imports it, not even later', () => {
  const listed = execFileSync('git', ['ls-files', 'web'], { cwd: fileURLToPath(root), encoding: 'utf8' });
  const scripts = listed.split('\n').filter((file) => /\.m?js$/.test(file));
  const graph = Object.fromEntries(scripts.map((script) => [script, importsOf(script)]));
  expect(graph['web/headless/reshard-core.mjs']).toContain('web/headless/reshard-migration.mjs');
  expect(circlesIn(graph)).toEqual([]);
});
