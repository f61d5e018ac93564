// One sentence that says what happened, and one that says what to do about it.
import { number, t } from '../../text/language.js';
import { kGrowing, phasesOf, protocolText, valueOf } from './spec.js';

/** The title of each preset. */
export function presetTitle(id) {
  return (
    {
      flip: t('Switch the list of servers'),
      ramp: t('Switch part by part'),
      stop: t('Maintenance window'),
      copy_then_flip: t('Copy, then switch'),
      double_write_overwrite: t('Naive dual write'),
      double_write: t('Dual write (Stripe)'),
      log_catch_up: t('Log catch-up (Vitess, Citus)'),
      slot_by_slot: t('Slot by slot (Redis Cluster)'),
      versioned_gate: t('Versioned gate (MongoDB)'),
      read_through: t('Copy on read, then sweep'),
      update_moves: t('Move on write'),
      expire: t('Let old data expire'),
    }[id] ?? t('My own phases')
  );
}

/** What went wrong, most serious first: counts above those of the same requests without a move. */
export function wrongOf({ totals, baseline }) {
  const over = (key) => Math.max(0, totals[key] - baseline[key]);
  return {
    lost: over('lostWrites'),
    returned: over('returnedDeletes'),
    stale: over('stale'),
    missed: over('missed'),
    order: over('wrongOrder'),
  };
}

/**
 * Requests without an answer in time, whoever is to blame: with the move, and without it.
 * @returns {{failed: number[], open: number[], overdue: number[]}}
 */
export function unservedOf({ totals, baseline }) {
  const open = ({ requests, right, stale, missed, returned, failed }) =>
    requests - right - stale - missed - returned - failed;
  const both = (/** @type {(run: any) => number} */ of) => [of(totals), of(baseline)];
  return { failed: both((run) => run.failed), open: both(open), overdue: both((run) => run.overdue) };
}

function unservedWords(result, move) {
  const { failed, open, overdue } = unservedOf(result),
    all = result.totals.requests;
  const us = valueOf(move, 'timeout_us');
  const limit = us < 1e6 ? t('{0} ms', number(us / 1000, 1, 0)) : t('{0} s', number(us / 1e6, 1, 0));
  const kinds = /** @type {[number[], (count: number) => string][]} */ ([
    [failed, (count) => t('{0} of {1} {1|request|requests} gave up', count, all)],
    [open, (count) => t('{0} of {1} {1|request|requests} never got an answer', count, all)],
    [
      overdue,
      (count) => t('{0} of {1} {1|request|requests} waited more than {2} for {0|its|their} answer', count, all, limit),
    ],
  ]);
  const said = ([[count, usual], words]) =>
    usual > 0 ? t('{0} (without the move: {1})', words(count), usual) : words(count);
  return kinds
    .filter(([[count]]) => count > 0)
    .map(said)
    .join(t(', and '));
}

/**
 * @returns {{bad: boolean, said: string, advice: string, remedy: null |
 *   {protocol?: string, hold?: boolean, say: string}}}
 */
export function verdict(result, move, presets) {
  const { totals, baseline } = result;
  const wrong = wrongOf(result);
  const { phases, checks } = phasesOf(protocolText(move.protocol, presets));
  const found = /** @type {[number, string][]} */ ([
    [wrong.lost, t('acknowledged writes of {0} {0|key|keys} are lost', wrong.lost)],
    [wrong.returned, t('deletes of {0} {0|key|keys} came back', wrong.returned)],
    [wrong.missed, t('{0} {0|read finds|reads find} nothing', wrong.missed)],
    [wrong.stale, t('{0} {0|read is|reads are} stale', wrong.stale)],
    [wrong.order, t('{0} {0|key has|keys have} writes in the wrong order', wrong.order)],
  ])
    .filter(([count]) => count > 0)
    .map(([, words]) => words);
  const turned = isTurned(move, totals);
  const title = turned ? t('Rolled back') : presetTitle(move.protocol);
  const bad = found.length > 0;
  const took = t('{0} s', number(totals.durationMs / 1000, 1));
  const store = move.cache ? Math.max(0, totals.fromStore - baseline.fromStore) : 0;
  const late = unservedWords(result, move),
    lateToo = late ? [`${late}.`] : [];
  const left = totals.oldOnly + totals.bothAlike + totals.bothDiffer;
  const sum = found.slice(0, 2).join(t(', and '));
  let said = [];
  if (move.grow > 0 && !bad) {
    said = [grownWords(totals, move, result.nodes.length), ...lateToo];
  } else if (!totals.finished && endsByExpiry(phases) && !bad) {
    said = [
      t(
        '{0}: the move does not finish. {1} {1|key has|keys have} no lifetime and {1|stays|stay} on the old nodes.',
        title,
        left,
      ),
      ...lateToo,
    ];
  } else if (!totals.finished) {
    const soFar = bad ? [t('So far {0}.', sum)] : [];
    said = [t('{0}: the move does not finish. It waits for something that never comes.', title), ...soFar, ...lateToo];
  } else if (bad) {
    said = [t('{0}: {1}.', title, sum), ...lateToo];
  } else {
    const head = turned ? t('Rolled back after {0}', took) : title;
    const harmed = harmOf(baseline) > 0;
    const fine = harmed
      ? t('the move itself loses no write and makes no read wrong')
      : t('no write is lost and no read is wrong');
    said = [late ? t('{0}: {1}, but {2}.', head, fine, late) : t('{0}: {1}.', head, fine)];
    const moved = () => t('{0} {0|key moves|keys move} in {1}.', totals.movedKeys, took);
    if (!turned)
      said.push(endsByExpiry(phases) ? t('Nothing is copied, and everything is done after {0}.', took) : moved());
  }
  const costs = [];
  if (store > 0) costs.push(t('{0} more {0|request goes|requests go} to the store behind the cache.', store));
  const waited = Math.max(0, totals.waited - baseline.waited),
    refused = totals.refused;
  if (waited > 0) costs.push(t('{0} {0|request|requests} had to wait.', waited));
  if (!late) costs.push(...slowestWords(result));
  if (refused > 0) costs.push(t('Nodes refused {0} {0|request|requests}, which were sent again.', refused));
  costs.push(...askedFor(totals, move));
  if (result.leftOut > 0)
    costs.push(
      t('{0} {0|key is|keys are} left out: before or after the change, no node serves {0|it|them}.', result.leftOut),
    );
  const advice = adviceOf(wrong, move, phases, checks, bad, turned);
  return { bad: bad || late !== '' || !totals.finished, said: [...said, ...costs].join(' '), ...advice };
}

// The worst of the intervals, if one request in a hundred waits for seconds there and none did before.
function slowestWords({ series }) {
  const before = series.p99Us.find((us) => us > 0) ?? 0,
    worst = Math.max(...series.p99Us);
  if (worst < 1e6 || worst < 10 * before) return [];
  const seconds = t('{0} s', number(worst / 1e6, 1)),
    usual = t('{0} ms', number(before / 1000, 1));
  return [t('At worst one request in a hundred took {0} or more; at the beginning it was {1}.', seconds, usual)];
}

// What went wrong in one of the two runs.
const harmOf = (run) => run.lostWrites + run.returnedDeletes + run.stale + run.missed + run.wrongOrder;

const isTurned = (move, totals) => move.turn_back_in > 0 || totals.turnedBackAtMs > 0;

function grownWords({ evenAtMs }, move, shards) {
  return evenAtMs === null
    ? t(
        'Nothing moves. A new shard takes {0} times as many new rows as an old one, and every read asks {1} shards. When the requests end, the new ones still hold fewer rows.',
        move.grow,
        shards,
      )
    : t(
        'Nothing moves. A new shard takes {0} times as many new rows as an old one, and every read asks {1} shards. After {2} the new ones hold as many rows as the others.',
        move.grow,
        shards,
        t('{0} s', number(evenAtMs / 1000, 1)),
      );
}

// The results that only some moves have: comparing, turning back by itself, and a node that forgets.
function askedFor(
  { verifiedKeys, verifyDiffered, repaired, differed, turnedBackAtMs, forgottenKeys, lostByFault },
  move,
) {
  const said = [];
  if (turnedBackAtMs > 0)
    said.push(
      t(
        'At {0} more than {1}% of a second’s requests had gone wrong.',
        t('{0} s', number(turnedBackAtMs / 1000, 1)),
        number(move.turn_back_over * 100, 1, 0),
      ),
    );
  if (verifiedKeys > 0)
    said.push(
      t(
        '{0} {0|key was|keys were} compared: {1} differed, {2} were repaired.',
        verifiedKeys,
        number(verifyDiffered),
        number(repaired),
      ),
    );
  if (differed > 0) said.push(t('{0} {0|read|reads} found different values at old and new.', differed));
  if (forgottenKeys > 0)
    said.push(
      t(
        'The node has forgotten {0} {0|key|keys}, and acknowledged writes of {1} are lost by that, with a move or without. No protocol helps where a key has one copy.',
        forgottenKeys,
        number(lostByFault),
      ),
    );
  return said;
}

const endsByExpiry = (phases) =>
  phases.some(({ until }) =>
    String(until ?? '')
      .split('+')
      .includes('expired'),
  );

function adviceOf(wrong, move, phases, checks, bad, turned) {
  const differs = (i) => ['reads', 'writes'].some((key) => (phases[i][key] ?? 'old') !== (phases[i - 1][key] ?? 'old'));
  const unheld = phases.findIndex((phase, i) => i > 0 && differs(i) && !phase.barrier);
  const copies = phases.some(({ copy }) => copy && copy !== 'none');
  const both = phases.some(({ writes }) => writes === 'both');
  const logs = phases.some(({ log }) => log && log !== 'none');
  if (turned && bad)
    return {
      advice: t(
        'The rollback came too late: the old nodes lack what was written to the new ones. Finish the move instead, then move back.',
      ),
      remedy: null,
    };
  if (turned) return { advice: t('Up to here you can roll back without loss.'), remedy: null };
  if (!bad) return { advice: '', remedy: null };
  if (move.grow > 0)
    return {
      advice: t('Some clients do not ask the new shards yet. Let everybody ask them before anybody writes there.'),
      remedy: { protocol: kGrowing, say: t('Ask first, then write') },
    };
  if (move.protocol === 'double_write_overwrite')
    return {
      advice: t('Copies overwrite newer writes. Let a copy give way to what is newer.'),
      remedy: { protocol: 'double_write', say: t('Keep the newer one') },
    };
  if (both && unheld > 0 && !checks)
    return {
      advice: t('Some clients are a phase behind the others. Hold each phase back until all of them know it.'),
      remedy: { hold: true, say: t('Hold phases back') },
    };
  if (move.cache && !copies)
    return {
      advice: t('While lists differ, old and new nodes both take writes. Let nodes refuse clients with an old map.'),
      remedy: { protocol: 'versioned_gate', say: t('Use a versioned gate') },
    };
  if (!copies)
    return {
      advice: t(
        'Nothing is copied, so the new node has nothing to answer with. Write to both sides, copy, then switch.',
      ),
      remedy: { protocol: 'double_write', say: t('Write to both first') },
    };
  if (!both && !logs && !checks && !move.cache)
    return {
      advice: t('What is written during the copy stays behind. Write to both sides before you copy.'),
      remedy: { protocol: 'double_write', say: t('Write to both first') },
    };
  if (unheld > 0)
    return {
      advice: t('Some clients are a phase behind the others. Hold each phase back until all of them know it.'),
      remedy: { hold: true, say: t('Hold phases back') },
    };
  return { advice: t('The life of the key below shows the order of events that causes it.'), remedy: null };
}
