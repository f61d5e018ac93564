// The picture of flows: names are cut where all are alike, not where they differ, and amounts are told.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { flowsPicture, shortened } from '../../../web/dialogs/own_data/flows.js';

const cut = (/** @type {string[]} */ names) => names.map(shortened(names));

test('the part in which names differ stays', () => {
  expect(cut(['a', 'node-17'])).toEqual(['a', 'node-17']);
  expect(cut(['cache-1.internal.example.net', 'cache-2.internal.example.net'])).toEqual([
    'cache-1.interna…',
    'cache-2.interna…',
  ]);
  expect(cut(['media.internal.example.net:8081', 'media.internal.example.net:8082'])).toEqual([
    '…xample.net:8081',
    '…xample.net:8082',
  ]);
  expect(cut(['kv.eu-central.rack-1.example.net', 'kv.eu-central.rack-22.example.net'])).toEqual([
    '…k-1.example.net',
    '…-22.example.net',
  ]);
  const [first, second] = cut(['aaaaaaaaaaaaaaaaaaaaaaaaaaaa1', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbb2']);
  expect([first, second]).toEqual(['aaaaaaaa…aaaaaa1', 'bbbbbbbb…bbbbbb2']);
  expect(cut(['same-name-of-two-nodes', 'same-name-of-two-nodes-b']).map(({ length }) => length <= 16)).toEqual([
    true,
    true,
  ]);
});

test('amounts stand in their cells where they fit, or the darkest one is told', () => {
  const flows = ['b', 'c', 'd', 'e'].map((to, i) => ({ from: 'a', to, sums: { keys: BigInt(i + 1) } }));
  const words = {
    ...{
      label: 'flows',
      told: () => '',
      figure: (/** @type {{sums: {keys: bigint}}} */ { sums }) => `${sums.keys} slots`,
    },
    ends: /** @type {[string, string]} */ (['From node', 'To node']),
  };
  const wide = flowsPicture(flows, 720, words);
  for (const text of ['1 slots', '4 slots', 'From node', 'To node']) expect(wide).toContain(`>${text}<`);
  expect(wide).not.toContain('the darkest is');
  const narrow = flowsPicture(flows, 300, words);
  expect(narrow).toContain('The darker, the more: the darkest is 4 slots.');
  expect(narrow).not.toContain('>1 slots<');
});
