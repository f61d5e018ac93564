// What the canvas says instead of its words for requests (web/dialogs/files/figure_words.js).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromTree, root } from '../../built.mjs';

test('each text that bytes replace is the canvas’s, with the same arguments and marks', async () => {
  const { bytesInstead } = await fromTree('web/dialogs/files/figure_words.js');
  const canvas = readFileSync(new URL('web/text/words.def', root), 'utf8');
  const marks = (/** @type {string} */ text) => [...text.matchAll(/\{\d\}|[#*]/g)].map(String);
  const texts = Object.entries(bytesInstead());
  assert.ok(texts.length > 5);
  for (const [own, instead] of texts) {
    assert.ok(canvas.includes(`, "${own}")`), own);
    assert.deepEqual(marks(instead), marks(own));
    assert.notEqual(instead, own);
  }
});
