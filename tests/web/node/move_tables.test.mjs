// What a move can say stands in the core's tables alone: Migrate's forms are made of them, and its scripts repeat none.
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { fromTree, root } from '../../built.mjs';
import './moves.mjs';
/** @import {Json} from '../../types.d.ts' */

const { moves } = await fromTree('web/dialogs/migrate/moves.js');
const { kControlsHtml, kNumbers, offerSettings } = await fromTree('web/dialogs/migrate/controls.js');
const { settingOf, valueOf } = await fromTree('web/dialogs/migrate/spec.js');

/** @type {import('../../../web/dialogs/migrate/moves.js').Tables} */
const tables = moves().tables;
const folder = new URL('web/dialogs/migrate/', root);
const scripts = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8').replaceAll(/(?<=\d)_(?=\d)/g, '') }));
/** The scripts that contain it. @param {RegExp | string} what */
const scriptsWith = (what) =>
  scripts
    .filter(({ text }) => (typeof what === 'string' ? text.includes(what) : what.test(text)))
    .map(({ file }) => file);

test('Migrate’s fields have the limits, and its menus the options, of the core’s table', () => {
  /** @type {Json} */
  const shown = {};
  /** @type {Json} */
  const part = (/** @type {string} */ name) =>
    (shown[name] ??= { replaceChildren: (/** @type {Json[]} */ ...options) => (shown[name].options = options) });
  globalThis.Option = /** @type {Json} */ (
    class {
      constructor(/** @type {string} */ _, /** @type {string} */ value) {
        this.value = value;
      }
    }
  );
  offerSettings(part);
  expect(kNumbers.length).toBeGreaterThan(20);
  for (const key of kNumbers) {
    const { least, most, kind } = settingOf(key);
    expect([key, shown[key]]).toEqual([key, { ...shown[key], min: least, max: most }]);
    expect(shown[key].step).toBe(kind === 'fraction' ? 'any' : 1);
  }
  for (const key of ['routing', 'spread'])
    expect(shown[key].options.map((/** @type {Json} */ { value }) => value)).toEqual(settingOf(key).options);
  expect(kControlsHtml).not.toMatch(/type="number"[^>]* (?:min|max|step|value)=/);
});

test('a setting that a move does not say has the core’s default', () => {
  for (const { key, default: usual } of tables.settings) expect([key, valueOf({}, key)]).toEqual([key, usual]);
});

test('no script of Migrate repeats a default, a list of options or the phases of a protocol', () => {
  for (const { key, kind, default: usual } of tables.settings) {
    if (kind === 'choice') expect([key, scriptsWith(`${key}: '${usual}'`)]).toEqual([key, []]);
    if (Number(usual) > 0) expect([key, scriptsWith(new RegExp(`\\b${key}: ${usual}\\b`))]).toEqual([key, []]);
  }
  for (const { key, options } of [...tables.settings, ...tables.phaseFields]) {
    const list = options?.map((each) => `'${each}'`).join(',\\s*');
    if (list) expect([key, scriptsWith(new RegExp(`\\[\\s*${list},?\\s*\\]`))]).toEqual([key, []]);
  }
  for (const { id, text } of tables.presets) expect([id, scriptsWith(text)]).toEqual([id, []]);
});
