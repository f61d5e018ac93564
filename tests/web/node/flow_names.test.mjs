// Names in the picture of flows are cut where all are alike, not where they differ.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { shortened } from '../../../web/dialogs/own_data/flows.js';

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
