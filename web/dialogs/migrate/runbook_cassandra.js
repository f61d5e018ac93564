// The steps of Cassandra (and ScyllaDB, whose nodetool has the same commands): nodes join or leave one after another,
// as documented at https://cassandra.apache.org/doc/latest/cassandra/managing/operating/topo_changes.html. nodetool is
// asked on the node itself, by ssh: its port is open to the machine only, unless somebody has opened it.
import { t } from '../../text/language.js';
import { comment, shell, shellFile } from '../../text/quote.js';
import { addressOf } from '../../systems/shared/rules.js';
import { step } from '../../systems/runbook/form.js';

/** @typedef {import('./runbook.js').Step} Step */
/** @typedef {import('./runbook_systems.js').Change} Change */
/** @typedef {import('./runbook_stores.js').Copying} Copying */

/** @param {string} name @param {string} command */
const on = (name, command) => `ssh ${shell(addressOf(name)?.host ?? name)} ${command}`;

/** The files of one node. @param {Change} change @param {string} name */
function filesOf({ after: { parts } }, name) {
  const own = parts.filter(({ text }) => text.startsWith(`# On ${comment(name)}\n`));
  return own.flatMap(({ file, text }) => shellFile(`${name.replace(/[^A-Za-z0-9.-]/g, '_')}-${file}`, text));
}

/**
 * Until a node is UN, if nodetool names it as here: by its number.
 * @param {string} name
 * @param {string} seen from where
 */
function waitFor(name, seen) {
  const host = addressOf(name)?.host ?? '';
  if (!/^[\d.]+$|:/.test(host)) return [];
  return [`until ${on(seen, 'nodetool status')} | grep -qF 'UN  ${host} '; do sleep 10; done`, 'sleep 120'];
}

/** @param {Change} change */
const readyStep = ({ before: { names } }) =>
  step({
    name: t('See that the cluster is whole'),
    does: [
      t('No node may be down, join or leave meanwhile, and no repair or change of the schema may run.'),
      t('Look at the free space: while nodes join, every copy is there twice, until the cleanup.'),
    ],
    commands: [
      on(names[0], 'nodetool status'),
      on(names[0], 'nodetool describecluster'),
      ...names.map((name) => on(name, 'nodetool compactionstats')),
    ],
    checks: [
      t('Every node is UN (up, normal), and there is one version of the schema.'),
      t('No node has many compactions waiting.'),
    ],
    back: t('Nothing has changed yet.'),
  });

/** @param {Change} change */
const configureStep = (change) =>
  step({
    name: t('Configure the new nodes'),
    does: [
      t(
        'Put these lines into cassandra.yaml and cassandra-rackdc.properties of each new node: {0}. cluster_name, seeds and all else are as on the others.',
        change.added.join(', '),
      ),
      t(
        'The share above holds for these tokens. Without initial_token, Cassandra draws others, and the share differs.',
      ),
      t('A new node is not in its own list of seeds: a seed joins without any data.'),
    ],
    commands: change.added.flatMap((name) => filesOf(change, name)),
    checks: [t('The data folder of each new node is empty, and its Cassandra is of the same version as the others.')],
    back: t('Nothing has changed yet.'),
  });

/** @param {Change} change @param {Copying} copying */
const joinStep = ({ added, before: { names } }, copying) =>
  step({
    name: t('Let the nodes join'),
    ...copying,
    does: [
      t(
        'Start the new nodes one after another. Wait until one is UN, and two minutes more, before the next. nodetool netstats shows what it still gets.',
      ),
      t(
        'If readers notice it, slow the old nodes down: nodetool setstreamthroughput takes megabits per second for each.',
      ),
    ],
    commands: added.flatMap((name) => [
      on(name, 'systemctl start cassandra'),
      `# ${on(name, 'nodetool netstats')}`,
      ...waitFor(name, names[0]),
    ]),
    checks: [t('nodetool status has every new node as UN, with about its share of the data.')],
    readers: t(
      'Latency may rise while nodes send. Reads go to the old nodes until a new one is UN; writes go to both.',
    ),
    copier: t(
      'If the sending stops: the node stays UJ (joining) and serves nobody. Go on from where it was with the command below, or stop it, empty its data folder and start it again.',
    ),
    rescue: added.map((name) => on(name, 'nodetool bootstrap resume')),
    back: t(
      'A node that is still UJ: stop it and empty its data folder. One that is UN: let it leave, so that its data goes back.',
    ),
    undo: [...added].reverse().map((name) => on(name, 'nodetool decommission')),
  });

/** @param {Change} change */
const cleanupStep = ({ added, removed, before: { names } }) =>
  step({
    name: t('Clean up the old nodes'),
    does: [
      t(
        'Once all have joined: delete what the old nodes own no more, one after another. Until then it costs their space only.',
      ),
    ],
    commands: names.filter((name) => !removed.includes(name)).map((name) => on(name, 'nodetool cleanup')),
    checks: [t('The old nodes have less data than before, and latency is as before.')],
    readers: t('Latency may rise a little: cleanup rewrites files.'),
    back: t(
      'The old copies are gone, but nothing is lost: nodes that leave send their data back. It takes as long as joining.',
    ),
    undo: [...added].reverse().map((name) => on(name, 'nodetool decommission')),
  });

/** @param {Change} change @param {Copying} copying */
const leaveStep = ({ removed, after: { names } }, copying) =>
  step({
    name: t('Let the nodes leave'),
    ...copying,
    does: [
      t(
        'Take them off the list of seeds of every node first. Then let them leave one after another: {0}.',
        removed.join(', '),
      ),
      t(
        'A node that is dead cannot send: nodetool removenode with its Host ID lets the others copy among themselves. Repair afterwards.',
      ),
    ],
    commands: removed.flatMap((name) => [on(name, 'nodetool decommission'), on(names[0], 'nodetool status')]),
    checks: [
      t('nodetool status does not list them any more.'),
      t('The others have room, and latency is as before. Then stop the machines.'),
    ],
    readers: t('Latency may rise while nodes send. Reads and writes go on.'),
    copier: t(
      'If the sending stops: the node stays UL (leaving) and serves as before. Look into its log, restart it, and let it leave again.',
    ),
    back: t(
      'A node that has left joins again as a new one does: with an empty data folder, and all its data comes back.',
    ),
    undo: removed.flatMap((name) => [
      `# ${on(name, "'rm -r /var/lib/cassandra/*'")}`,
      on(name, 'systemctl start cassandra'),
    ]),
  });

/** @param {Change} change @param {Copying} copying @returns {Step[]} */
export const cassandraSteps = (change, copying) => [
  readyStep(change),
  ...(change.added.length > 0 ? [configureStep(change), joinStep(change, copying), cleanupStep(change)] : []),
  ...(change.removed.length > 0
    ? [leaveStep(change, change.added.length > 0 ? { seconds: 0, time: '', bytes: '' } : copying)]
    : []),
];
