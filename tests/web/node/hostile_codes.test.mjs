// Result codes that nobody's page has written, and a move whose text cannot be decoded.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { movePartsOf } from '../../../web/dialogs/migrate/link.js';
import { phasesOf, protocolOf } from '../../../web/dialogs/migrate/spec.js';
import { pack, readCode } from '../../../web/lessons/codes.js';
import { verify as verifyWith } from '../../../web/lessons/verify.js';
import './moves.mjs';

/** With a core that answers only what is asked here. @type {(core: any, ...rest: any[]) => Promise<{id: string}[]>} */
const verify = verifyWith;
/** @import {Json} from '../../types.d.ts' */

/** @type {Json} */
const lesson = { version: 1, seeds: 5, goals: [], start: '' };
const lessons = new Map(['a', 'b', 'c'].map((id) => [id, { ...lesson, id }]));
const codeWith = async (/** @type {unknown[]} */ entries) =>
  readCode(`RESHARD1.${await pack({ n: 'Eve', s: 7, d: entries })}`);

/** A core that counts what it is asked, and may be ended. */
const counting = () => {
  const core = {
    measured: 0,
    prepare: async () => {},
    measure: async (/** @type {{setup: string}} */ { setup }) => {
      core.measured += 1;
      return { link: setup };
    },
  };
  return core;
};

test('a code has one entry for each lesson, and a hundred of one count once', async () => {
  const read = await codeWith(Array(100).fill(['a', 1, 'v=1', null, 0]));
  expect(read.entries).toHaveLength(1);
  const core = counting();
  expect(await verify(core, lessons, read)).toMatchObject([{ id: 'a', solved: true }]);
  expect(core.measured).toBe(5);
});

test('no setup is tried twice with the same seed, and work that ended goes on where it was', async () => {
  const read = await codeWith([
    ['a', 1, 'v=1', null, 0],
    ['b', 1, 'v=1', null, 0],
    ['c', 1, 'v=1', null, 0],
  ]);
  const core = counting(),
    tried = new Map();
  const some = await verify(core, lessons, read, { tried, cancelled: () => core.measured >= 7 });
  expect(some.map(({ id }) => id)).toEqual(['a']);
  expect((await verify(core, lessons, read, { tried })).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(core.measured, 'b from its first seed again').toBe(7 + 5 + 5);
  await verify(core, lessons, read, { tried });
  expect(core.measured).toBe(17);
});

test('a core that was ended is no error of whoever ended it, and one of everybody else', async () => {
  const read = await codeWith([['a', 1, 'v=1', null, 0]]);
  let ended = false;
  const core = {
    prepare: async () => {
      ended = true;
      throw new Error('ended');
    },
  };
  expect(await verify(core, lessons, read, { cancelled: () => ended })).toEqual([]);
  await expect(verify(core, lessons, read)).rejects.toThrow('ended');
});

test('phases that cannot be decoded are refused, and a move that cannot stays as it is', () => {
  expect(() => phasesOf('start;50%:reads=new')).toThrow('50%');
  const named = phasesOf('start;50%25:reads=new');
  expect(named.phases).toEqual([{ name: 'start' }, { name: '50%', reads: 'new' }]);
  expect(protocolOf(named)).toBe('start;50%25:reads=new');
  for (const cut of ['%', '%E2%82', '%zz'])
    expect(movePartsOf(`v=1&move=${cut}&move.subject=${cut}`)).toMatchObject({ move: cut, subject: cut });
});
