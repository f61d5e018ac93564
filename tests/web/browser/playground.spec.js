// The playground's main job, with real clicks and keys on the canvas; its figures are compared with ones computed here.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Shown} from '../../types.d.ts' */
/** @import {Playground} from './page.mjs' */

test.describe.configure({ timeout: 180_000 }); // many clicks, each of which waits until the canvas has settled

/** 64-bit FNV-1a of the text's bytes, as its inventors describe it. @param {string} text */
function fnv1a64(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

/**
 * What modulo does with "key-0", "key-1", …: the position of each key's node.
 * @param {number} keys
 * @param {number} nodes
 */
function moduloOwners(keys, nodes) {
  return Array.from({ length: keys }, (_, i) => Number(fnv1a64(`key-${i}`) % BigInt(nodes)));
}

const countsOf = (/** @type {number[]} */ owners, /** @type {number} */ nodes) => {
  const counts = Array(nodes).fill(0);
  for (const owner of owners) counts[owner] += 1;
  return counts;
};
const movedBetween = (/** @type {number[]} */ before, /** @type {number[]} */ after) =>
  before.filter((owner, i) => owner !== after[i]).length;
const keysOf = (/** @type {Shown} */ state) => state.nodes.map((node) => node.keys);
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);

test('counts and moved keys under modulo are those of the formula', async ({ page }) => {
  const playground = await open(page, './#v=1&strategy=modulo&hash=fnv1a64&keys=20000');
  const [five, six] = [moduloOwners(20000, 5), moduloOwners(20000, 6)];
  expect(keysOf(await playground.state())).toEqual(countsOf(five, 5));

  await playground.clickControl('add-node');
  const added = await playground.state();
  expect(keysOf(added)).toEqual(countsOf(six, 6));
  expect(added.moved).toBe(movedBetween(five, six));
  expect(added.moved_share).toBeCloseTo(5 / 6, 1);
  expect(added.headline).toContain('Added node-5');
  expect(await playground.status()).toBe(added.headline);

  await playground.clickControl('remove-node:node-5');
  const removed = await playground.state();
  expect(keysOf(removed)).toEqual(countsOf(five, 5));
  expect(removed.moved).toBe(movedBetween(six, five));
  expect(faultsOf(page)).toEqual([]);
});

test('on a ring keys move only to a new node, and only from a removed one', { tag: '@smoke' }, async ({ page }) => {
  const playground = await open(page);
  const before = await playground.state();
  expect(before.keys).toBe(100000);
  await playground.clickControl('add-node');
  const added = await playground.state();
  expect(sum(keysOf(added))).toBe(100000);
  expect(new Set(added.flows.map((flow) => flow.to))).toEqual(new Set(['node-5']));
  expect(added.moved).toBe(added.nodes[5].keys);
  expect(added.needless).toBe(0);
  for (const flow of added.flows) {
    const at = before.nodes.findIndex((node) => node.name === flow.from);
    expect(added.nodes[at].keys).toBe(before.nodes[at].keys - flow.keys);
  }

  await playground.clickControl('remove-node:node-2');
  const removed = await playground.state();
  expect(removed.nodes.map((node) => node.name)).not.toContain('node-2');
  expect(removed.moved).toBe(added.nodes[2].keys);
  expect(new Set(removed.flows.map((flow) => flow.from))).toEqual(new Set(['node-2']));
});

test('all settings are in view on a laptop, also with one more node', async ({ page }) => {
  const playground = await open(page);
  for (const nodes of [5, 6]) {
    expect((await playground.state()).nodes).toHaveLength(nodes);
    const controls = await playground.controls();
    const canvas = await playground.canvas.boundingBox();
    for (const name of [
      'strategy-menu',
      'slider:vnodes',
      'label',
      'successor',
      'bits',
      'hash',
      'slider:keys',
      'kind',
      'seed',
    ]) {
      expect(controls[name], name).toMatchObject({ visible: true });
      expect(controls[name].y + controls[name].h, name).toBeLessThanOrEqual(canvas.height - 16);
    }
    if (nodes === 5) await playground.clickControl('add-node');
  }
});

test('weights in links are read as the nearest doubles, and what is no decimal number is refused by name', async ({
  page,
}) => {
  const link = (/** @type {string[]} */ weights) =>
    `./#v=1&strategy=rendezvous_weighted&keys=100&nodes=${weights.map((text, i) => `n${i}*${text}`).join(',')}`;
  const written = [
    '0.1',
    '0.30000000000000004',
    '2.5e-3',
    '.5',
    '5.',
    '1E3',
    '00.70',
    '123456789e-5',
    '999999.9999999999',
    '8.41e+2',
    '2.2250738585072014e-308',
  ];
  const playground = await open(page, link(written));
  expect((await playground.state()).nodes.map(({ weight }) => weight)).toEqual(written.map(Number));
  for (const text of ['1e', '1e+', '.', '-', '+', 'e5', '1.2.3', '1-2', '1e5e5', '0x10', 'inf', 'nan', '1e400']) {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      link([text]).slice(3),
    ); // as somebody edits the address
    await expect(page.locator('#status')).toContainText(`nodes[0].weight: “${text}”`);
  }
});

test('strategy, parameters, names, weights and keys are set with the mouse', async ({ page }) => {
  const playground = await open(page);
  const type = async (/** @type {string} */ control, /** @type {string} */ text) => {
    await playground.clickControl(control);
    await page.keyboard.type(text, { delay: 5 });
    await playground.press('Enter');
  };
  await type('node-name:node-1', 'cache-b');
  await type('node-weight:cache-b', '3');
  await type('vnodes', '300');
  await type('keys', '5000');
  const set = await playground.state();
  expect(set.nodes[1]).toMatchObject({ name: 'cache-b', weight: 3 });
  expect(set.params.vnodes).toBe(300);
  expect(set.keys).toBe(5000);
  expect(set.nodes[1].keys / 5000).toBeGreaterThan(0.3);

  await playground.clickControl('strategy-menu');
  await playground.clickControl('search-strategy');
  await page.keyboard.type('rendezvous', { delay: 5 });
  await playground.press('Enter');
  expect((await playground.state()).strategy).toBe('rendezvous');

  const fields = new URLSearchParams(new URL(page.url()).hash.slice(1));
  expect(fields.get('strategy')).toBe('rendezvous');
  expect(fields.get('keys')).toBe('5000');
  const before = await playground.state();
  await page.reload();
  await playground.started();
  const after = await playground.state();
  expect(after.nodes).toEqual(before.nodes);
  expect(faultsOf(page)).toEqual([]);
});

test('the token ring’s parameter called strategy is chosen with the mouse', async ({ page }) => {
  const playground = await open(page, './#v=1&strategy=token_ring');
  await playground.clickControl('strategy');
  await playground.clickControl('option:strategy.network_topology');
  expect((await playground.state()).params.strategy).toBe('network_topology');
});

test('jump refuses to lose a middle node, and offers ways out', async ({ page }) => {
  const playground = await open(page, './#v=1&strategy=jump');
  await playground.clickControl('remove-node:node-1');
  const refused = await playground.state();
  expect(refused.nodes.length).toBe(5);
  expect(refused.notice).toContain('node-1');
  await playground.clickControl('way-out-1');
  const done = await playground.state();
  expect(done.notice).toBe('');
  expect(done.nodes.map((node) => node.name)).toEqual(['node-0', 'node-2', 'node-3', 'node-4']);
});

test.describe('by keyboard alone', () => {
  /**
   * Presses arrows towards the control until it has the focus: up and down first, then along the row.
   * @param {Playground} playground
   * @param {string} to
   */
  async function walk(playground, to) {
    let last;
    for (let step = 0; step < 60; step += 1) {
      const controls = await playground.controls();
      const at = Object.keys(controls).find((name) => controls[name].focused);
      if (at === to) return;
      const middle = (/** @type {string} */ name, /** @type {'x' | 'y'} */ axis, /** @type {'w' | 'h'} */ size) =>
        controls[name] ? controls[name][axis] + controls[name][size] / 2 : 0;
      const down = middle(to, 'y', 'h') - middle(at, 'y', 'h');
      const right = middle(to, 'x', 'w') - middle(at, 'x', 'w');
      const upOrDown = down > 0 ? 'ArrowDown' : 'ArrowUp';
      const alongRow = right > 0 ? 'ArrowRight' : 'ArrowLeft';
      const stuck = at !== undefined && at === last;
      await playground.page.keyboard.press(Math.abs(down) > 8 !== stuck ? upOrDown : alongRow, { delay: 40 });
      await playground.settled();
      last = at;
    }
    throw new Error(`the arrow keys did not lead to ${to}`);
  }

  test('Tab enters, arrow keys move, Space and Enter press, Escape closes and leaves', async ({ page }) => {
    const playground = await open(page);
    for (let i = 0; i < 5 && !(await playground.canvas.evaluate((c) => document.activeElement === c)); i += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(playground.canvas).toBeFocused();
    await walk(playground, 'add-node');
    await playground.press('Space');
    expect((await playground.state()).nodes.length).toBe(6);
    await playground.press('Enter');
    expect((await playground.state()).nodes.length).toBe(7);

    await walk(playground, 'strategy-menu');
    await playground.press('Space');
    await expect.poll(async () => Object.keys(await playground.controls())).toContain('option:strategy.ring');
    await playground.press('Escape');
    expect(Object.keys(await playground.controls())).not.toContain('option:strategy.ring');
    await expect(playground.canvas).toBeFocused();

    await walk(playground, 'slider:vnodes');
    await playground.press('Enter');
    await playground.press('ArrowRight');
    await playground.press('ArrowRight');
    await playground.press('Enter');
    expect((await playground.state()).params.vnodes).toBe(121);

    await playground.press('Escape');
    await expect(playground.canvas).not.toBeFocused();
  });

  test('arrow keys lead out of a card to the one beside or below it, and no further', async ({ page }) => {
    const playground = await open(page);
    await playground.clickControl('add-node'); // so that there is something to undo
    const leads = async (/** @type {string} */ key, /** @type {string} */ to) => {
      await playground.press(key);
      expect((await playground.controls())[to], `${key} to ${to}`).toMatchObject({ focused: true });
    };
    await walk(playground, 'remove-node:node-3');
    await leads('ArrowRight', 'picture:structure');
    await leads('ArrowDown', 'requests');
    await leads('ArrowUp', 'picture:structure');
    await leads('ArrowUp', 'ring-shape');
    await leads('ArrowRight', 'zoom-in:structure');
    await leads('ArrowRight', 'tab-flows');
    await leads('ArrowDown', 'tab-flows');
    await walk(playground, 'hash');
    await leads('ArrowDown', 'hash');
    await leads('ArrowRight', 'inspect');
    await walk(playground, 'theme');
    await leads('ArrowDown', 'undo-change');
  });

  test('the up and down arrow keys scroll a card with more content', async ({ page }) => {
    const playground = await open(page);
    await playground.clickControl('inspect');
    await page.keyboard.type('user:42');
    await playground.press('Enter');
    const field = async () => (await playground.controls()).inspect;
    const { y } = await field();
    await playground.press('ArrowDown');
    await expect.poll(async () => (await field()).y).toBeLessThan(y);
    expect(await field()).toMatchObject({ focused: true });
    await playground.press('ArrowDown');
    await playground.press('ArrowUp');
    await playground.press('ArrowUp');
    await expect.poll(async () => (await field()).y).toBe(y);
    await playground.press('ArrowUp');
    expect(await field()).toMatchObject({ focused: false });
  });

  test('a node renamed by keyboard keeps the focus, and the next one is an arrow key away', async ({ page }) => {
    const playground = await open(page);
    await page.keyboard.press('Tab');
    await playground.canvas.press('ArrowDown');
    await walk(playground, 'node-name:node-3');
    await playground.press('Enter');
    await page.keyboard.type('cache', { delay: 5 });
    await playground.press('Enter');
    const costly = await playground.state();
    expect(costly.nodes[3].name).toBe('cache');
    expect(costly.headline).toMatch(/Renaming moves nothing with “Virtual node label: bound[^”]*”\.$/);
    expect((await playground.controls())['node-name:cache']).toMatchObject({ focused: true });
    await playground.press('ArrowUp');
    expect((await playground.controls())['node-name:node-2']).toMatchObject({ focused: true });
  });

  test('the headline says what three replicas survive, when set by keyboard', async ({ page }) => {
    const playground = await open(page, './#v=1&nodes=a@/x,b@/x,c@/y,d@/y,e@/z,f@/z&keys=5000');
    await playground.clickControl('requests');
    await walk(playground, 'key-replicas');
    await playground.press('Enter');
    await page.keyboard.type('3');
    await playground.press('Enter');
    const { headline, failures } = await playground.state();
    const [share] = failures.split(' of keys');
    expect(headline).toBe(`Replicas: 3 – no keys moved. ${share} of keys have replicas in fewer zones than possible.`);
    expect(await playground.status()).toBe(headline);
  });

  test('shortcuts undo and redo', async ({ page }) => {
    const playground = await open(page);
    await playground.clickControl('add-node');
    await playground.press('Control+z');
    expect((await playground.state()).nodes.length).toBe(5);
    await playground.press('Control+Shift+Z');
    expect((await playground.state()).nodes.length).toBe(6);
  });
});

const kSizes = [
  { width: 1440, height: 900, hasTouch: false },
  { width: 720, height: 420, hasTouch: false },
  { width: 390, height: 844, hasTouch: true },
];
for (const { width, height, hasTouch } of kSizes) {
  test(`at ${width} × ${height} every control is within reach`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, viewport: { width, height }, hasTouch, isMobile: hasTouch });
    const page = await context.newPage();
    const playground = await open(page);
    await playground.clickControl('add-node');
    const pressed = Object.entries(await playground.controls()).filter(
      ([name, control]) =>
        control.visible &&
        (!name.includes(':') || /^(node-name|node-weight|remove-node|slider):/.test(name)) &&
        name !== 'headline',
    );
    for (const [name, { x, y, w, h }] of pressed) {
      expect(x, name).toBeGreaterThanOrEqual(0);
      expect(x + w, name).toBeLessThanOrEqual(width);
      const covering = pressed.filter(
        ([other, o]) =>
          other !== name && x + w / 2 > o.x && x + w / 2 < o.x + o.w && y + h / 2 > o.y && y + h / 2 < o.y + o.h,
      );
      expect(
        covering.map(([other]) => other),
        name,
      ).toEqual([]);
      if (hasTouch) expect(h, name).toBeGreaterThanOrEqual(name.startsWith('slider') ? 44 : 43.5);
    }
    const footer = await page.locator('#footer :is(button, a):visible').all();
    for (const entry of hasTouch ? footer : []) expect((await entry.boundingBox()).height).toBeGreaterThanOrEqual(44);
    await context.close();
  });
}
