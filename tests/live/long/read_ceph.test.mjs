// CRUSH maps as crushtool prints them: what is read of them draws the same disks as crushtool for every x, and what
// osdmaptool prints as a tree is read as the same disks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareOwners, folderOf, needs, run } from '../programs.mjs';
import { ownersBy, readText } from '../readings.mjs';

const kDraws = 5000;
const kKeys = Array.from({ length: kDraws }, (_, x) => Buffer.from(String(x)));
const kLarge = { maxBuffer: 1 << 28 };

const kTunables = `tunable choose_local_tries 0
tunable choose_local_fallback_tries 0
tunable choose_total_tries 50
tunable chooseleaf_descend_once 1
tunable chooseleaf_vary_r 1
tunable chooseleaf_stable 1
tunable straw_calc_version 1
`;
/** @param {string} type @param {string} name @param {number} id @param {[string, number][]} items */
const bucket = (type, name, id, items) =>
  `${type} ${name} {\n\tid ${id}\n\talg straw2\n\thash 0\n` +
  `${items.map(([item, weight]) => `\titem ${item} weight ${weight.toFixed(3)}\n`).join('')}}\n`;
const rule = (/** @type {string} */ step) =>
  `rule r {\n\tid 0\n\ttype replicated\n\tmin_size 1\n\tmax_size 10\n\tstep take all\n\tstep ${step}\n\tstep emit\n}\n`;
const kTypes = 'type 0 osd\ntype 1 host\ntype 2 root\n';
const devices = (/** @type {number[]} */ ids) => ids.map((id) => `device ${id} osd.${id}\n`).join('');
const kWeights = [1, 2.5, 0, 7.125, 1.819, 3.638];

/** Maps that straw2 draws as CRUSH does. @type {Record<string, string>} */
const kMaps = {
  'disks below the root':
    kTunables +
    devices(kWeights.map((_, i) => i)) +
    kTypes +
    bucket(
      'root',
      'all',
      -1,
      kWeights.map((weight, i) => [`osd.${i}`, weight]),
    ) +
    rule('choose firstn 0 type osd'),
  'hosts of two disks':
    kTunables +
    devices([0, 1, 2, 3, 4, 5]) +
    kTypes +
    [0, 1, 2]
      .map((i) =>
        bucket('host', `h${i}`, -1 - i, [
          [`osd.${2 * i}`, 1 + i],
          [`osd.${2 * i + 1}`, 0.5],
        ]),
      )
      .join('') +
    bucket(
      'root',
      'all',
      -4,
      [0, 1, 2].map((i) => [`h${i}`, 1.5 + i]),
    ) +
    rule('chooseleaf firstn 0 type host'),
};
/** Maps that it does not, and why. @type {Record<string, [string, string]>} */
const kOthers = {
  'ids with a hole': [
    `${kTunables}${devices([0, 2])}${kTypes}${bucket('root', 'all', -1, [
      ['osd.0', 1],
      ['osd.2', 1],
    ])}${rule('choose firstn 0 type osd')}`,
    'straw2: given ids of buckets',
  ],
  'tunables of an old cluster': [
    `${devices([0, 1])}${kTypes}${bucket('root', 'all', -1, [
      ['osd.0', 1],
      ['osd.1', 1],
    ])}${rule('choose firstn 0 type osd')}`,
    'straw2: other settings of CRUSH',
  ],
};

for (const [what, text] of Object.entries(kMaps)) {
  test(`a decompiled map draws what crushtool --test draws: ${what}`, needs('/usr/bin/crushtool'), async (t) => {
    const at = (/** @type {string} */ name) => join(folder, name);
    const folder = folderOf(t);
    writeFileSync(at('made.txt'), text);
    await run('crushtool', ['-c', at('made.txt'), '-o', at('made')]);
    // What is compared is the map of the text, whose weights have three digits.
    await run('crushtool', ['-d', at('made'), '-o', at('text.txt')]);
    await run('crushtool', ['-c', at('text.txt'), '-o', at('crush')]);
    const { stdout: printed } = await run('crushtool', ['-d', at('crush')]);
    const { link } = await readText(printed);
    const words = ['--test', '--show-mappings', '--rule', '0', '--num-rep', '1', '--min-x', '0'];
    const { stdout } = await run('crushtool', ['-i', at('crush'), ...words, '--max-x', `${kDraws - 1}`], kLarge);
    const drawn = stdout.split('\n').map((line) => /^CRUSH rule 0 x \d+ \[(\d+)/.exec(line)?.[1]);
    const live = drawn.filter((id) => id !== undefined).map((id) => `osd.${id}`);
    assert.ok(new Set(live).size > 3);
    compareOwners(what, kKeys, await ownersBy(link && `${link}&hash=integer`, kKeys), live);
  });
}

for (const [what, [text, why]] of Object.entries(kOthers)) {
  test(`a map that straw2 cannot say has no link: ${what}`, needs('/usr/bin/crushtool'), async (t) => {
    const folder = folderOf(t);
    writeFileSync(join(folder, 'made.txt'), text);
    await run('crushtool', ['-c', join(folder, 'made.txt'), '-o', join(folder, 'made')]);
    const { stdout } = await run('crushtool', ['-d', join(folder, 'made')]);
    const { reading, link } = await readText(stdout);
    assert.deepEqual([reading.needs, link], [[why], null]);
  });
}

test('osdmaptool --tree is read as the disks of the map', needs('/usr/bin/osdmaptool'), async (t) => {
  const folder = folderOf(t);
  const map = join(folder, 'map');
  await run('osdmaptool', ['--createsimple', '12', map]);
  const { stdout } = await run('osdmaptool', [map, '--tree']);
  const { reading } = await readText(stdout);
  const dumped = JSON.parse((await run('osdmaptool', [map, '--tree=json'])).stdout.replace(/^[^{]*/, ''));
  const disks = dumped.nodes.filter((/** @type {any} */ { type }) => type === 'osd');
  assert.deepEqual(
    reading.nodes.map((/** @type {any} */ { name, id, weight, host, rack }) => ({ name, id, weight, host, rack })),
    disks.map((/** @type {any} */ { name, id, crush_weight: weight }) => ({
      ...{ name, id: String(id), weight, host: 'localhost', rack: 'localrack' },
    })),
  );
});
