// The steps of a cache router's runbook (runbook_reload.js).
import { number, percent, t } from '../../text/language.js';
import { shell, shellFile } from '../../text/quote.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { answering, flushing, hitting } from './runbook_servers.js';
import { step } from '../../systems/runbook/form.js';
import { beforeWords } from './runbook_warm.js';

/**
 * @typedef {import('./runbook_systems.js').Change & {program: Program}} Change
 * @typedef {import('./runbook_programs.js').Program} Program
 * @typedef {import('./runbook_misses.js').Cost} Cost
 * @typedef {import('./runbook.js').Numbers & {hitRate: number}} Numbers
 *
 * @typedef {object} Reload what the steps share
 * @property {Change} change
 * @property {Cost} cost
 * @property {Numbers} numbers
 */

const commented = (/** @type {string[]} */ commands) => commands.map((command) => `# ${command}`);
export const rate = (/** @type {number} */ each) => number(each, each < 10 ? 1 : 0, 0);

/** @param {Change} change @param {'before' | 'after'} side */
const fileOf = ({ program, refused, ...sides }, side) =>
  refused ? [] : sides[side].parts.flatMap(({ file, text }) => shellFile(program.path ?? file, text));

/** A copy of the reader's own file, with what only that has. @param {Change['program']} program */
function keptOf({ path }) {
  if (path === undefined) return [];
  const file = shell(path);
  return [`[ ! -f ${file} ] || cp -p ${file} ${shell(`${path}.old`)}`];
}

/** The old file, checked and taken into use again. @param {Change} change */
const backOf = (change) =>
  change.refused ? [] : [...fileOf(change, 'before'), ...change.program.check, ...change.program.reload];

/** @param {Change} change */
const ownersTable = ({ owners }) => [
  [t('Key'), t('Before'), t('After')],
  ...owners.map(({ key, before, after }) => [key, before, after]),
];

/** @param {Reload} reload */
function startStep({ change, cost, numbers }) {
  const { program, added, before, removed } = change;
  return step({
    name: t('Start and measure'),
    does: [
      ...(added.length > 0
        ? [t('Start the new servers: {0}. Each must answer before any proxy or client hears of it.', added.join(', '))]
        : []),
      ...beforeWords(change, cost, numbers),
      program.watched(),
    ],
    commands: [
      ...answering(program.servers, added),
      ...commented(flushing(program.servers, added)),
      ...program.watch,
      ...hitting(program.servers, before.names),
    ],
    checks: [
      ...(added.length > 0
        ? [t('Every new server answers and is empty. One that has served before is emptied first: its values are old.')]
        : []),
      t(
        'You have noted the hit rate ({0} above), and how many requests per second the origin gets.',
        percent(numbers.hitRate),
      ),
      t('The origin can bear {0} requests per second.', rate(cost.peak)),
    ],
    back:
      removed.length > 0 && added.length === 0
        ? t('Nothing has changed yet.')
        : t('Stop the new servers: nobody asks them yet.'),
  });
}

/** @param {Change} change */
function writeStep(change) {
  const { program, system, refused } = change;
  return step({
    name: t('Write the new configuration'),
    does: [
      refused
        ? t('Reshard cannot write this configuration: {0}', refused)
        : t('Write what {0} needs for the nodes after the change.', system),
      program.keep(),
    ],
    commands: refused ? [] : [...keptOf(program), ...fileOf(change, 'after')],
    checks: [
      t(
        'Only servers differ from your own file: {0}. What else that says, such as the name of the group and other parameters of a server, you have put back.',
        differenceOf(change),
      ),
      t('The order of the servers that stay is the same, and so is each name, letter by letter: both decide owners.'),
    ],
    back: t('Write the old file again. Nothing uses it until it is reloaded.'),
    undo: fileOf(change, 'before'),
  });
}

/** Which servers come, leave and change their weight. @param {Change} change */
function differenceOf({ added, removed, before, after }) {
  const weighed = after.names.filter(
    (name) => before.names.includes(name) && before.weights.get(name) !== after.weights.get(name),
  );
  const weight = (/** @type {Map<string, number>} */ weights, /** @type {string} */ name) =>
    String(weights.get(name) ?? 1);
  return [
    ...added.map((name) => `+ ${name}`),
    ...removed.map((name) => `− ${name}`),
    ...weighed.map((name) => `${name} ${weight(before.weights, name)} → ${weight(after.weights, name)}`),
  ].join(', ');
}

/** @param {Change} change */
function checkStep(change) {
  const { program, refused } = change,
    { client } = program;
  return step({
    name: t('Check it'),
    does: [
      client
        ? t('Load the new list in a test, with no server of production in reach.')
        : t('Let the program read the new file, without taking it into use.'),
      ...(client ? [program.owner()] : []),
    ],
    commands: refused ? [] : program.check,
    checks: [
      program.checked(),
      ...(client ? [t('The client names the server in the column “After” for each of these keys.')] : []),
    ],
    ...(client && { table: ownersTable(change) }),
    back: t('Write the old file again. Nothing uses it until it is reloaded.'),
    undo: fileOf(change, 'before'),
  });
}

const apart = () =>
  t(
    'While two configurations are in use, each key that moves has two owners. A delete or an update reaches one of them, and the other one answers with the old value until that expires.',
  );
const meanwhile = () =>
  t(
    'So make no change in that time that readers must see at once; or delete the key on both servers; or give values a short lifetime before you begin.',
  );

/** @param {Reload} reload */
function firstStep({ change, numbers: { hitRate } }) {
  const { program, share, refused } = change,
    { client } = program;
  return step({
    name: client ? t('One instance first') : t('One proxy first'),
    does: [
      client
        ? t('Give the new list to one instance of the application. Stop here, and look.')
        : t('Take the new file into use on one proxy. Stop here, and look.'),
      program.reloaded(),
      apart(),
      meanwhile(),
      ...(client ? [] : [program.owner()]),
    ],
    commands: refused ? [] : program.reload,
    checks: [
      t(
        'Its hit rate falls from {0} to about {1}, and is back soon: the keys that are asked for most come in first.',
        percent(hitRate),
        percent(hitRate * (1 - share)),
      ),
      t('The origin gets more requests by this one’s part of the traffic, and its latency is as before.'),
      t('The new configuration has no errors that the old one has not.'),
      ...(client ? [] : [t('Each of these keys goes to the server in the column “After”.')]),
    ],
    ...(!client && { table: ownersTable(change) }),
    readers: t('{0} of the reads through it take as long as the origin does, once for each key.', percent(share)),
    copier: t('If the origin cannot bear it: roll back this one, and go on with a smaller change, or after a warm-up.'),
    back: t(
      'Take the old file into use again. Keys that were changed meanwhile may have an old value on the old server: delete those, or wait until they expire.',
    ),
    undo: backOf(change),
  });
}

/** @param {Change} change */
function flushWords({ program, removed, added }) {
  if (removed.length > 0)
    return t(
      'Servers that come back ({0}) still have values from before the change. Empty them first, once no proxy or client asks them.',
      removed.join(', '),
    );
  if (program.servers === 'http')
    return t(
      'The old servers still have values from before the change, and the new ones ({0}) keep theirs: clear these keys on both (Varnish: varnishadm ban), or wait until they expire.',
      added.join(', '),
    );
  return t(
    'The old servers still have values from before the change. Where an old value does harm, empty them one after another, which costs all their keys; or wait until these expire. Empty the new ones ({0}) before they serve again.',
    added.join(', '),
  );
}

/** @param {Reload} reload */
function othersStep({ change, cost }) {
  const { program, removed, refused } = change;
  return step({
    name: program.client ? t('All other instances') : t('All other proxies'),
    bytes: bytesText(cost.bytes),
    does: [
      program.client
        ? t(
            'Release the new list to the other instances, one after another: wait each time until the hit rate is back.',
          )
        : t(
            'Take the new file into use on the other proxies, one after another: wait each time until the hit rate is back.',
          ),
      t(
        'Misses become fewer each time: a value that one has brought in is there for all that have the new configuration.',
      ),
      apart(),
      meanwhile(),
    ],
    commands: refused ? [] : [...fileOf(change, 'after'), ...program.check, ...program.reload],
    checks: [
      t('All have the new configuration: compare the checksum of the file on each.'),
      t(
        'The hit rate is {0} again, and the origin gets about {1} requests per second.',
        percent(hitRateOf(cost)),
        rate(cost.usual),
      ),
      t('The new configuration has no errors that the old one has not.'),
    ],
    readers: t(
      '{0} of all reads are misses at first. A changed key may be read with its old value.',
      percent(change.share),
    ),
    copier: t(
      'If you must stop halfway: two configurations stay in use, and changed keys stay old on one side. Go on or go back within the lifetime of a value.',
    ),
    back: t(
      'Take the old file into use again on all, one after another. Within the lifetime of a value the old copies answer, as they were before the change; later it costs the same misses again. {0}',
      flushWords(change),
    ),
    undo: [...commented(flushing(program.servers, removed)), ...backOf(change)],
  });
}

const hitRateOf = (/** @type {Cost} */ { reads, usual }) => (reads > 0 ? 1 - usual / reads : 1);

/** @param {Reload} reload */
function afterStep({ change, cost }) {
  const { removed, added } = change;
  return step({
    name: t('Afterwards'),
    seconds: cost.seconds,
    time: timeText(cost.seconds),
    does: [
      t(
        'Old copies on the servers that stay ({0} at most) are asked for no more, and expire by themselves.',
        bytesText(cost.oldBytes),
      ),
      ...(removed.length > 0
        ? [
            t(
              'Keep {0} running until the longest lifetime of a value has passed: until then you can go back to a warm server. Then stop it.',
              removed.join(', '),
            ),
          ]
        : []),
      ...(added.length > 0 ? [t('Values without a lifetime never expire: they leave by eviction only.')] : []),
    ],
    checks: [
      ...(removed.length > 0
        ? [t('Nobody is connected to the servers that leave, and their requests stand still.')]
        : []),
      t('Evictions and memory of the servers that stay are as before, or lower.'),
      t('The origin’s load is as before.'),
    ],
    back: t('You can go back at any time. It is a change of its own, and costs the same misses again.'),
  });
}

/** @param {Reload} reload */
export const stepsOf = (reload) => [
  startStep(reload),
  writeStep(reload.change),
  checkStep(reload.change),
  firstStep(reload),
  othersStep(reload),
  afterStep(reload),
];
