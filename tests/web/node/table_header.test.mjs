// What looks like a header, and what looks like rows of a table.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';

const { hasHeader, isTable, recordsOf } = await fromTree('web/dialogs/files/separated.js');
const { withoutLine } = await fromTree('web/dialogs/cluster/instead.js');
const headed = (/** @type {string} */ text) => hasHeader(recordsOf(text, ','));

test('a first line without numbers over numbers, or of names over values of another kind, is a header', () => {
  for (const text of [
    'order_id,customer_id,country\n500000,1002,US\n500001,3758,US',
    'key,requests\nuser:1,10\nuser:2,7',
    'key,owner\nk0,shard-1\nk1,shard-2',
    'day,name\n2025-01-01 00:12:33,Ann\n2025-01-02 00:14:48,Bob',
  ])
    expect(headed(text), text).toBe(true);
});

test('a first line like the others, with a number, or alone is no header', () => {
  for (const text of [
    'user:1,10\nuser:2,7\nuser:3,1',
    'Ann,Berlin\nBob,Paris\nEve,Rome',
    'a,1\nb,2',
    'key,owner',
    'same,same\nk0,k1\nk2,k3',
    ',requests\nuser:1,10\nuser:2,7',
    '',
  ])
    expect(headed(text), text).toBe(false);
});

test('rows of a table are at least two, under names, each as long as the others', () => {
  for (const text of [
    'id,country\n1,US\n2,DE\n',
    'id\tcountry\r\n1\tUS\r\n2\tDE',
    '\ufeffid;country\n1;US\n2;DE\n3;FR',
    'id,note\n1,"a, b"\n2,"c\nd"\n',
  ])
    expect(isTable(text), text).toBe(true);
  for (const text of [
    'id,country\n1,US\n',
    'Dear all,\nthe cluster is down again.\n',
    'Dear all,\nthe cluster, which\nis down again,\nsays nothing.',
    '1,US\n2,DE\n3,FR\n',
    'a\nb\nc\n',
    'hello',
    '{"a": 1}',
    '',
  ])
    expect(isTable(text), text).toBe(false);
});

test('a text without one of its lines has all the others as they were', () => {
  expect(withoutLine('a\nb\nc\n', 2)).toBe('a\nc\n');
  expect(withoutLine('a\r\nb\r\nc', 3)).toBe('a\r\nb\r\n');
  expect(withoutLine('a\n\nb', 1)).toBe('\nb');
  expect(withoutLine('a\rb\rc', 2)).toBe('a\rc');
});
