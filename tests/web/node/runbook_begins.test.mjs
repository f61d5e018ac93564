// What the runbook of Redis Cluster begins with: which texts of a cluster give commands, and what is refused.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';
import { clusterIn } from '../../running_cluster.mjs';
import { textsOf } from './cluster_texts.mjs';
import { bookOf, id, kReplicas, kThree, line, refusal } from './runbook_cluster.mjs';

const { clusterWords } = await fromTree('web/dialogs/migrate/cluster_nodes.js');
const { commandsOf } = await fromTree('web/dialogs/migrate/runbook.js');

test('the runbook says what it begins with', () => {
  expect(clusterWords(clusterIn([...kThree, ...kReplicas].join('\n')))).toBe(
    'Your cluster: 3 masters, 2 replicas, 16,384 slots.',
  );
  // After a real failover of the fourth master.
  const failed = [
    ...kThree,
    line('f', 7006, 'master,fail', '', { link: 'disconnected' }),
    ...kReplicas,
    line('0', 7007, 'slave,fail', '', { master: id('c'), link: 'disconnected' }),
    line('1', 7008, 'handshake'),
  ];
  const read = clusterIn(failed.join('\r\n'));
  expect(clusterWords(read)).toBe('Your cluster: 3 masters, 2 replicas, 16,384 slots; left out: 2 fail, 1 handshake.');
  expect(read.nodes).toEqual(['10.0.0.1:7001', '10.0.0.1:7002', '10.0.0.1:7003']);
});

for (const [flags, link] of [
  ['master,fail', 'disconnected'],
  ['master,fail?', 'connected'],
  ['master,noaddr', 'disconnected'],
  ['handshake', 'connected'],
  ['master', 'disconnected'],
  ['master,fail,noaddr', 'disconnected'],
  ['noflags', 'connected'],
]) {
  test(`a line with ${flags} ${link} is no target, and no command names it`, () => {
    const { cluster, book } = bookOf(
      [line('f', 7006, flags, '', { link, host: flags.includes('noaddr') ? '' : '10.0.0.9' }), ...kThree],
      { given: '10.0.0.1:7009' },
    );
    expect(cluster.nodes).toHaveLength(3);
    expect(commandsOf(book).join('\n')).not.toContain(id('f'));
    expect(commandsOf(book).join('\n')).not.toContain('10.0.0.9');
    expect(
      book.facts
        .filter((/** @type {string[]} */ [name]) => name === 'Left out')
        .map((/** @type {string[]} */ [, words]) => words),
    ).toEqual([expect.stringMatching(/^Line 1: .*holds no slots and gets none/)]);
    // The control: the same node up, without slots, is one.
    expect(bookOf([line('f', 7006, 'master'), ...kThree], { given: '10.0.0.1:7009' }).book.facts[0][1]).not.toBe(
      book.facts[0][1],
    );
  });
}

test('a master that is down with slots is refused with its line and with what to do first', () => {
  const lost = [kThree[0], line('b', 7002, 'master,fail', '5461-10922', { link: 'disconnected' }), kThree[2]];
  expect(refusal([...lost, kReplicas[1]])).toBe(
    'Line 2: 10.0.0.1:7002 is not up (fail) and still holds 5,462 slots. First start it again, or let its replica take over: redis-cli -h 10.0.0.1 -p 7005 CLUSTER FAILOVER FORCE. Then paste CLUSTER NODES again.',
  );
  expect(refusal([...lost, kReplicas[0]])).toBe(
    'Line 2: 10.0.0.1:7002 is not up (fail) and still holds 5,462 slots, and no replica that is up can take over. First start it again. Then paste CLUSTER NODES again.',
  );
});

test('only a part of CLUSTER NODES, or two answers at once, begin no plan', () => {
  expect(refusal(kThree.slice(0, 2))).toBe(
    '5,461 of 16,384 slots have no master. Paste the whole answer of CLUSTER NODES; if it is whole, run redis-cli --cluster fix first.',
  );
  for (const cut of [kThree[2].slice(3), kThree[2].slice(0, 70), kThree[2].slice(1)])
    expect(refusal([...kThree.slice(0, 2), cut])).toContain('5,461 of 16,384 slots have no master');
  expect(refusal([...kThree, kThree[0]])).toBe('Line 4: the node of line 1 again. Paste the answer of one node only.');
  expect(refusal([...kThree, line('d', 7004, 'master', '16383')])).toBe(
    'slot 16383 already belongs to 10.0.0.1:7003 (line 3)',
  );
  expect(refusal([...kThree, line('d', 7004, 'master', '9-16384')])).toBe(
    '“9-16384” is no range of the slots 0 to 16383',
  );
  expect(refusal(['10.0.0.1:7001 (aaaaaaaa...) -> 3 keys | 5461 slots | 0 slaves.'])).toBe('info tells no servers');
  // The control: a prompt before the answer is none of its lines.
  expect(refusal(['127.0.0.1:7001> cluster nodes', ...kThree])).toBe('');
});

// The same three masters, a third of the slots and a replica each, by whatever command.
const kForms = {
  'cluster-nodes': [...kThree, ...kReplicas].join('\n'),
  'nodes.conf': [...kThree, ...kReplicas, 'vars currentEpoch 6 lastVoteEpoch 0'].join('\n'),
  'cluster-shards': JSON.stringify(
    [
      ['a', 7001, 0, 5460, 'd', 7004],
      ['b', 7002, 5461, 10922, 'e', 7005],
      ['c', 7003, 10923, 16383],
    ].map(([letter, port, first, last, replica, at]) => ({
      slots: [first, last],
      nodes: [
        { id: id(String(letter)), port, ip: '10.0.0.1', role: 'master', 'replication-offset': 0, health: 'online' },
        ...(replica
          ? [
              {
                id: id(String(replica)),
                port: at,
                ip: '10.0.0.1',
                role: 'replica',
                'replication-offset': 0,
                health: 'online',
              },
            ]
          : []),
      ],
    })),
  ),
  'cluster-slots': [
    ['a', 7001, 0, 5460, 'd', 7004],
    ['b', 7002, 5461, 10922, 'e', 7005],
    ['c', 7003, 10923, 16383],
  ]
    .map(([letter, port, first, last, replica, at], i) =>
      [
        `${i + 1}) 1) (integer) ${first}`,
        `   2) (integer) ${last}`,
        `   3) 1) "10.0.0.1"`,
        `      2) (integer) ${port}`,
        `      3) "${id(String(letter))}"`,
        ...(replica ? [`   4) 1) "10.0.0.1"`, `      2) (integer) ${at}`, `      3) "${id(String(replica))}"`] : []),
      ].join('\n'),
    )
    .join('\n'),
  check: [
    `M: ${id('a')} 10.0.0.1:7001`,
    '   slots:[0-5460] (5461 slots) master',
    '   1 additional replica(s)',
    `S: ${id('d')} 10.0.0.1:7004`,
    '   slots: (0 slots) slave',
    `   replicates ${id('a')}`,
    `M: ${id('b')} 10.0.0.1:7002`,
    '   slots:[5461-10922] (5462 slots) master',
    `S: ${id('e')} 10.0.0.1:7005`,
    '   slots: (0 slots) slave',
    `   replicates ${id('b')}`,
    `M: ${id('c')} 10.0.0.1:7003`,
    '   slots:[10923-16383] (5461 slots) master',
  ].join('\n'),
};

for (const [form, text] of Object.entries(kForms)) {
  test(`${form} gives the same commands as CLUSTER NODES, and says what it does not tell`, () => {
    const change = { given: '10.0.0.9:1 10.0.0.9:2', drained: [0] };
    const { cluster, book } = bookOf([text], change);
    expect(cluster.form).toBe(form);
    const whole = bookOf([kForms['cluster-nodes']], change).book;
    expect(commandsOf(book)).toEqual(commandsOf(whole));
    expect(book.notes.filter((/** @type {string} */ note) => !whole.notes.includes(note))).toEqual(
      /** @type {Record<string, string[]>} */ ({
        'cluster-shards': [
          'CLUSTER SHARDS does not tell half-moved slots. What “redis-cli cluster nodes” prints tells it.',
        ],
        'cluster-slots': [
          'CLUSTER SLOTS does not tell half-moved slots, masters without slots, and servers that are down. ' +
            'What “redis-cli cluster nodes” prints tells it.',
        ],
        check: [
          'redis-cli --cluster check does not tell servers that are down. What “redis-cli cluster nodes” prints tells it.',
        ],
      })[form] ?? [],
    );
  });
}

test('each text of a cluster begins the runbook with its masters that are up, or is refused for what is missing', () => {
  const others = /** @type {Record<string, string>} */ ({
    'check-3-info.txt': 'info tells no servers',
    'nodes-5-flags.txt': 'Line 10: the node of line 5 again. Paste the answer of one node only.',
    'stats-1-hottest.txt': 'slot-stats tells no servers',
  });
  for (const { name, text, expected } of textsOf('redis')) {
    const { refused, nodes, entries } = expected;
    if (refused || others[name]) {
      expect(refusal([text]), name).toEqual(others[name] ?? expect.stringMatching(/./));
      continue;
    }
    if (entries.without_owner > 0) {
      expect(refusal([text]), name).toContain(`${entries.without_owner} of 16,384 slots have no master.`);
      continue;
    }
    const plain = (/** @type {{name: string}} */ node) => node.name.replace(/[[\]]/g, '');
    const up = nodes.filter((/** @type {{down?: boolean}} */ { down }) => !down);
    const { nodes: masters, ids, replicas, owners } = clusterIn(text);
    expect([...masters].sort(), name).toEqual(up.map(plain).sort());
    const known = new Map(masters.map((/** @type {string} */ address, /** @type {number} */ i) => [address, i]));
    for (const node of up) {
      const i = /** @type {number} */ (known.get(plain(node)));
      if (node.id) expect(ids[i], name).toBe(node.id);
      expect(
        owners.filter((/** @type {number} */ owner) => owner === i),
        `${name} ${node.name}`,
      ).toHaveLength(entries.by_node[node.name] ?? 0);
    }
    expect(
      replicas.every((/** @type {{master: number}} */ { master }) => master >= 0),
      name,
    ).toBe(true);
  }
});

test('a text without ids gives a plan and no commands, and names the command that prints them', () => {
  const old = kForms['cluster-slots'].replace(/\n +3\) "[0-9a-f]{40}"/g, '');
  const { cluster, book } = bookOf([old], { given: '10.0.0.9:1' });
  expect([cluster.nodes, cluster.replicas.map((/** @type {{master: number}} */ { master }) => master)]).toEqual([
    ['10.0.0.1:7001', '10.0.0.1:7002', '10.0.0.1:7003'],
    [0, 1],
  ]);
  expect(commandsOf(book)).toEqual([]);
  expect(new Map(book.facts).get('Slots that move')).toBe('4,096 of 16,384 (25%)');
  expect(book.notes[0]).toBe(
    'The text has no ids of the masters, which the commands need. “redis-cli cluster nodes” prints them.',
  );
});

test('a master that CLUSTER SHARDS says has failed is refused without a line, as the text has none for it', () => {
  const failed = kForms['cluster-shards'].replace('"health":"online"', '"health":"fail"');
  expect(refusal([failed])).toBe(
    '10.0.0.1:7001 is not up (fail) and still holds 5,461 slots. First start it again, or let its replica take over: redis-cli -h 10.0.0.1 -p 7004 CLUSTER FAILOVER FORCE. Then paste CLUSTER NODES again.',
  );
});

test('a slot that only its old master says is moving is finished first', () => {
  const warned = `${kForms.check}\n[WARNING] Node 10.0.0.1:7002 has slots in migrating state 5500.`;
  const { cluster, book } = bookOf([warned], { given: '10.0.0.1:7009' });
  expect([cluster.open, cluster.owners[5500]]).toEqual([[{ slot: 5500, to: -1 }], 1]);
  expect(commandsOf(book)[0]).toBe('redis-cli --cluster fix 10.0.0.1:7001');
  expect(commandsOf(book)).toHaveLength(2);
  const both = `${warned}\n[WARNING] Node 10.0.0.1:7001 has slots in importing state 5500.`;
  expect(clusterIn(both).owners[5500]).toBe(0);
});
