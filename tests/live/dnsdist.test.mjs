// dnsdist with the servers that the page exports, asked for every name.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerDns, askDns, randomNames } from './dns.mjs';
import { compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { textOf } from './exports.mjs';

const core = await loadCore();

const kCases = [
  { weights: [100, 100, 100, 100, 100], perturbation: 0 },
  { weights: [1, 1, 1, 1, 1], perturbation: 1 },
  { weights: [1, 2, 3, 5, 8], perturbation: 4_294_967_295 },
  { weights: [1000, 500, 0, 70, 10], perturbation: 2 },
  { weights: [100, 200, 300, 100, 100], perturbation: 3, down: [1, 3] },
];

test('dnsdist sends every name to the server that Reshard names', needs('/usr/bin/dnsdist'), async (t) => {
  const folder = folderOf(t);
  const addresses = await Promise.all([0, 1, 2, 3, 4].map((number) => answerDns(t, number)));
  for (const [i, { weights, perturbation, down = [] }] of kCases.entries()) {
    const how = `weights ${weights.join(', ')}, perturbation ${perturbation}${down.length ? ', two down' : ''}`;
    await t.test(how, async (one) => {
      const [front] = await freePorts(1);
      const nodes = weights.map((weight, n) => ({
        name: addresses[n],
        weight,
        ...(down.includes(n) && { down: true }),
      }));
      const input = { strategy: 'dnsdist', params: { perturbation }, nodes };
      const file = join(folder, `dnsdist${i}.conf`);
      const up = (/** @type {string} */ line) =>
        `${line}:set${nodes.some(({ name, down: off }) => off && line.includes(`"${name}"`)) ? 'Down' : 'Up'}()`;
      writeFileSync(
        file,
        `setLocal("127.0.0.1:${front}")\nsetSecurityPollSuffix("")\n${textOf(core, input).replace(/newServer.*/g, up)}`,
      );
      await start(one, '/usr/bin/dnsdist', ['--supervised', '--disable-syslog', '-C', file], {
        port: front,
        host: '127.0.0.1',
      });
      const names = randomNames(5000, i + 1);
      const keys = names.map((name) => Buffer.from(name));
      const live = (await askDns(front, names)).map((number) => addresses[number]);
      compareOwners('chashed', keys, ownersOf(core, input, keys), live);
    });
  }
});
