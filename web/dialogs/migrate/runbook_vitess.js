// The runbook of Vitess: Reshard, VDiff, SwitchTraffic, Complete, as documented at
// https://vitess.io/docs/reference/programs/vtctldclient/. Debian has no Vitess, so no test runs these commands.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { step } from '../../systems/runbook/form.js';

// How many prefixes of shards there are, and their digits.
const spaceOf = (/** @type {number} */ count) => (count <= 256 ? [256, 2] : [65_536, 4]);

/**
 * The number of the shard that has this part of the key space, 0 to 1.
 * @param {number} part
 * @param {number} count
 */
function shardAt(part, count) {
  const [all] = spaceOf(count);
  let shard = Math.min(count - 1, Math.floor(part * count));
  if (shard + 1 < count && Math.floor((shard + 1) * (all / count)) <= part * all) ++shard;
  return shard;
}

/**
 * Keys dealt evenly over the key space, on the shards before and after. Resharding copies all rows of a shard whose
 * range changes, also those that stay on the same machines.
 * @param {number} before
 * @param {number} after
 * @param {number} keys
 */
export function vitessSides(before, after, keys) {
  const side = (/** @type {number} */ count) => ({
    nodes: shardsOf(count),
    owners: Array.from({ length: keys }, (_, i) => shardAt((i + 0.5) / keys, count)),
  });
  return { before: side(before), after: side(after) };
}

/** This many Vitess shards, evenly over the key space, named as by its GenerateShardRanges. @param {number} count */
export function shardsOf(count) {
  const [all, digits] = spaceOf(count);
  const at = (/** @type {number} */ i) =>
    i === 0 || i === count
      ? ''
      : Math.floor(i * (all / count))
          .toString(16)
          .padStart(digits, '0');
  return Array.from({ length: count }, (_, i) => `${at(i)}-${at(i + 1)}`);
}

/** @typedef {import('./runbook.js').Step} Step */

/**
 * @typedef {object} Reshard what the steps share
 * @property {string} keyspace a word of a shell
 * @property {string} gone shards that others replace
 * @property {string} made those others
 * @property {(command: string, action: string) => string} of a command for the workflow
 */

/** @param {Reshard} reshard */
const startStep = ({ keyspace, made }) =>
  step({
    name: t('Start the new shards'),
    does: [t('Start a primary and the replicas of each new shard ({0}), with the schema of the others.', made)],
    commands: [`vtctldclient GetTablets --keyspace ${keyspace}`],
    checks: [t('GetTablets lists a primary for each new shard. None of them serves yet.')],
    back: t('Stop the new tablets.'),
  });

/**
 * @param {Reshard} reshard
 * @param {Pick<Step, 'seconds' | 'time' | 'bytes'>} copying
 */
const copyStep = ({ gone, made, of }, copying) =>
  step({
    name: t('Copy and catch up'),
    seconds: copying.seconds,
    time: copying.time,
    bytes: copying.bytes,
    does: [
      t('Create the workflow. VReplication copies the rows, and then follows the binary log of the old shards.'),
      t(
        'VReplication slows down by itself while replicas lag. The copy speed above is your estimate: compare it with what the workflow shows.',
      ),
    ],
    commands: [
      of('Reshard', `create --source-shards ${shell(gone)} --target-shards ${shell(made)}`),
      of('Reshard', 'show'),
    ],
    checks: [t('Every stream has ended its copy and lags by less than a second.')],
    copier: t(
      'If a stream stops: the workflow shows its error. Remove the cause; VReplication goes on from its last position. The old shards serve everything meanwhile.',
    ),
    back: t('Cancel the workflow. It deletes what was copied; the old shards have served everything.'),
    undo: [of('Reshard', 'cancel')],
  });

/** @param {Reshard} reshard */
const compareStep = ({ of }) =>
  step({
    name: t('Compare'),
    does: [t('Let VDiff compare all rows of both sides.')],
    commands: [of('VDiff', 'create'), of('VDiff', 'show last')],
    checks: [t('VDiff is completed and has found no difference.')],
    readers: t('Nothing, but VDiff reads every row once.'),
    back: t('Cancel the workflow. It deletes what was copied; the old shards have served everything.'),
    undo: [of('Reshard', 'cancel')],
  });

/** @param {Reshard} reshard */
const switchReads = ({ of }) =>
  step({
    name: t('Switch reads of replicas'),
    does: [t('Let VTGate send reads of replicas and rdonly tablets to the new shards.')],
    commands: [of('Reshard', 'switchtraffic --tablet-types rdonly,replica')],
    checks: [
      t('Errors and the 99th percentile of latency are as before.'),
      t('No more requests than before give up or wait beyond their time-out, and none is refused for good.'),
    ],
    readers: t('Reads of replicas may lag a little more or less than before.'),
    back: t('Switch these reads back.'),
    undo: [of('Reshard', 'reversetraffic --tablet-types rdonly,replica')],
  });

/** @param {Reshard} reshard */
const switchPrimaries = ({ of }) =>
  step({
    name: t('Switch the primaries'),
    does: [
      t(
        'Let VTGate send reads and writes of primaries to the new shards. From now on VReplication runs backwards, so that the old shards stay complete.',
      ),
    ],
    commands: [of('Reshard', 'switchtraffic --tablet-types primary')],
    checks: [
      t(
        'Errors and the 99th percentile of latency are as before, through a time of high load. Wait as long as you like.',
      ),
      t('No more requests than before give up or wait beyond their time-out, and none is refused for good.'),
    ],
    readers: t('Writes wait for some seconds at most; VTGate buffers them. If the switch fails, Vitess undoes it.'),
    back: t('Switch all traffic back: the old shards have every write.'),
    undo: [of('Reshard', 'reversetraffic')],
  });

/** @param {Reshard} reshard */
const completeStep = ({ gone, of }) =>
  step({
    name: t('Complete'),
    noReturn: true,
    does: [t('End the workflow. This removes the way back and the old shards’ data.')],
    commands: [of('Reshard', 'complete')],
    checks: [t('The old shards ({0}) serve nothing. Then stop their tablets.', gone)],
    back: t('It is too late to roll back: the old copies are gone. Move back as a separate move.'),
  });

/**
 * @param {object} input
 * @param {import('./runbook.js').Book} input.generic the runbook of the protocol by phases, whose facts hold here too
 * @param {Pick<import('./runbook.js').Numbers, 'before' | 'after' | 'keyspace'>} input.numbers
 * @returns {import('./runbook.js').Book}
 */
export function vitessRunbook({ generic, numbers: { before, after, keyspace: name } }) {
  const keyspace = shell(name);
  const [source, target] = [shardsOf(before), shardsOf(after)];
  const changed = (/** @type {string[]} */ shards, /** @type {string[]} */ others) =>
    shards.filter((shard) => !others.includes(shard)).join(',');
  const reshard = {
    keyspace,
    gone: changed(source, target),
    made: changed(target, source),
    of: (/** @type {string} */ command, /** @type {string} */ action) =>
      `vtctldclient ${command} --target-keyspace ${keyspace} --workflow reshard ${action}`,
  };
  const copying = generic.steps.find(({ bytes }) => bytes !== '') ?? { seconds: 0, time: '', bytes: '' };
  return {
    ...generic,
    canary: '',
    steps: [
      startStep(reshard),
      copyStep(reshard, copying),
      compareStep(reshard),
      switchReads(reshard),
      switchPrimaries(reshard),
      completeStep(reshard),
    ],
  };
}
