// Where the page is published: absolute addresses for the previews of links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { atSite, folderOf } from '../../../cmake/site.mjs';
import { dist } from '../../built.mjs';

const root = new URL('../../../', import.meta.url);
const kPages = { '': 'index.html', 'story.html': 'web/page/story.html', 'story.ru.html': 'web/page/story.ru.html' };
const attribute = (/** @type {string} */ html, /** @type {string} */ before) => html.split(before)[1]?.split('"')[0];

test('with RESHARD_SITE each page names its picture and itself by absolute addresses', () => {
  for (const [path, file] of Object.entries(kPages)) {
    const html = atSite(readFileSync(new URL(file, root), 'utf8'), path, 'https://example.org/reshard');
    assert.equal(attribute(html, 'property="og:image" content="'), 'https://example.org/reshard/assets/preview.png');
    assert.equal(attribute(html, 'property="og:url" content="'), `https://example.org/reshard/${path}`);
    assert.equal(attribute(html, 'rel="canonical" href="'), `https://example.org/reshard/${path}`);
  }
});

test(
  'without it addresses stay relative, and the picture is where they say',
  { skip: 'RESHARD_SITE' in process.env },
  () => {
    for (const path of Object.keys(kPages)) {
      const html = readFileSync(new URL(path || 'index.html', dist), 'utf8');
      const picture = attribute(html, 'property="og:image" content="');
      assert.equal(picture, 'assets/preview.png');
      assert.ok(readFileSync(new URL(picture, dist)).length > 10_000);
      assert.doesNotMatch(html, /rel="canonical"/);
    }
  },
);

test('an address that is not a folder of a site is refused in words', () => {
  for (const site of [
    'example.org',
    '/reshard/',
    'file:///tmp/',
    'https://example.org/?a=1',
    'https://example.org/#a',
    '',
  ])
    assert.throws(() => folderOf(site), /RESHARD_SITE is “.*https:\/\/example\.org\/reshard\//);
});
