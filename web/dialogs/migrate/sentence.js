// One sentence that says what happened, and one that says what to do about it.
import { number, t } from '../../text/language.js';
import { kGrowing, lastsUntil, phasesOf, valueOf } from './spec.js';

/** @typedef {import('./film.js').Migration & {counts?: import('./film.js').Counts}} Migration */
/** @typedef {Pick<Migration, 'totals' | 'baseline'>} Runs with the move, and the same requests without it */
/** @typedef {Migration['totals']} Totals */
/** @typedef {import('./spec.js').Move} Move */
/** @typedef {import('./spec.js').Phase} Phase */
/** @typedef {{protocol?: string, hold?: boolean, say: string}} Remedy another protocol, or the same with barriers */
/** @typedef {{advice: string, remedy: ?Remedy}} Advice */
/** @typedef {[number, number]} Pair a count with the move, and without it */
/** @typedef {{lost: number, returned: number, stale: number, missed: number, order: number}} Wrong counts */

/** The title of each preset. @param {string} id */
export function presetTitle(id) {
  /** @type {Record<string, string>} */
  const titles = {
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
  };
  return titles[id] ?? t('My own phases');
}

/**
 * What went wrong, most serious first: counts above those of the same requests without a move.
 * @param {Runs} runs
 * @returns {Wrong}
 */
export function wrongOf({ totals, baseline }) {
  /** @param {'lostWrites' | 'returnedDeletes' | 'stale' | 'missed' | 'wrongOrder'} key */
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
 * @param {Runs} runs
 * @returns {{failed: Pair, open: Pair, overdue: Pair}}
 */
export function unservedOf({ totals, baseline }) {
  const open = (/** @type {Totals} */ { requests, right, stale, missed, returned, failed }) =>
    requests - right - stale - missed - returned - failed;
  /** @param {(run: Totals) => number} of @returns {Pair} */
  const both = (of) => [of(totals), of(baseline)];
  return { failed: both((run) => run.failed), open: both(open), overdue: both((run) => run.overdue) };
}

/** @param {Runs} result @param {Move} move */
function unservedWords(result, move) {
  const { failed, open, overdue } = unservedOf(result),
    all = result.totals.requests;
  const us = valueOf(move, 'timeout_us');
  const limit = us < 1e6 ? t('{0} ms', number(us / 1000, 1, 0)) : t('{0} s', number(us / 1e6, 1, 0));
  const kinds = /** @type {[Pair, (count: number) => string][]} */ ([
    [failed, (count) => t('{0} of {1} {1|request|requests} gave up', count, all)],
    [open, (count) => t('{0} of {1} {1|request|requests} never got an answer', count, all)],
    [
      overdue,
      (count) => t('{0} of {1} {1|request|requests} waited more than {2} for {0|its|their} answer', count, all, limit),
    ],
  ]);
  const said = (/** @type {typeof kinds[number]} */ [[count, usual], words]) =>
    usual > 0 ? t('{0} (without the move: {1})', words(count), usual) : words(count);
  return kinds
    .filter(([[count]]) => count > 0)
    .map(said)
    .join(t(', and '));
}

/**
 * @param {Migration} result
 * @param {Move} move
 * @returns {{bad: boolean, said: string} & Advice}
 */
export function verdict(result, move) {
  const { totals } = result;
  const { phases, checks } = phasesOf(move.protocol);
  const wrong = wrongOf(result),
    words = wrongWords(wrong);
  const run = {
    result,
    move,
    phases,
    checks,
    wrong,
    bad: words.length > 0,
    sum: words.slice(0, 2).join(t(', and ')),
    turned: isTurned(move, totals),
    late: unservedWords(result, move),
  };
  const said = [...mainWords(run), ...costsOf(run)].join(' ');
  return { bad: run.bad || run.late !== '' || !totals.finished, said, ...adviceOf(run) };
}

/**
 * @typedef {object} Run what is known of a run when it is put into words
 * @property {Migration} result
 * @property {Move} move
 * @property {Phase[]} phases
 * @property {boolean} checks
 * @property {Wrong} wrong
 * @property {boolean} bad
 * @property {string} sum what went wrong, in words
 * @property {boolean} turned
 * @property {string} late requests without an answer in time, in words
 */

/** What went wrong, in words, most serious first. @param {Wrong} wrong */
function wrongWords(wrong) {
  const found = /** @type {[number, string][]} */ ([
    [wrong.lost, t('acknowledged writes of {0} {0|key|keys} are lost', wrong.lost)],
    [wrong.returned, t('deletes of {0} {0|key|keys} came back', wrong.returned)],
    [wrong.missed, t('{0} {0|read finds|reads find} nothing', wrong.missed)],
    [wrong.stale, t('{0} {0|read is|reads are} stale', wrong.stale)],
    [wrong.order, t('{0} {0|key has|keys have} writes in the wrong order', wrong.order)],
  ]);
  return found.filter(([count]) => count > 0).map(([, words]) => words);
}

/** How the move ended. @param {Run} run */
function mainWords({ result, move, phases, bad, sum, turned, late }) {
  const { totals, baseline, nodes } = result;
  const lateToo = late ? [`${late}.`] : [];
  const title = turned ? t('Rolled back') : presetTitle(move.protocol);
  const took = t('{0} s', number(totals.durationMs / 1000, 1));
  if (grows(move) && !bad) return [grownWords(totals, move, nodes.length), ...lateToo];
  if (!totals.finished && endsByExpiry(phases) && !bad) {
    const left = totals.oldOnly + totals.bothAlike + totals.bothDiffer;
    const words = t(
      '{0}: the move does not finish. {1} {1|key has|keys have} no lifetime and {1|stays|stay} on the old nodes.',
      title,
      left,
    );
    return [words, ...lateToo];
  }
  if (!totals.finished) {
    const soFar = bad ? [t('So far {0}.', sum)] : [];
    return [t('{0}: the move does not finish. It waits for something that never comes.', title), ...soFar, ...lateToo];
  }
  if (bad) return [t('{0}: {1}.', title, sum), ...lateToo];
  const head = turned ? t('Rolled back after {0}', took) : title;
  const fine =
    harmOf(baseline) > 0
      ? t('the move itself loses no write and makes no read wrong')
      : t('no write is lost and no read is wrong');
  const said = [late ? t('{0}: {1}, but {2}.', head, fine, late) : t('{0}: {1}.', head, fine)];
  if (turned) return said;
  return [
    ...said,
    endsByExpiry(phases)
      ? t('Nothing is copied, and in this model everything is done after {0}.', took)
      : movedWords(result, took),
  ];
}

/** How many keys moved, and that their time is a model's. @param {Migration} result @param {string} took */
function movedWords({ totals: { movedKeys }, counts }, took) {
  const keys = (counts?.before ?? []).reduce((sum, count) => sum + count, 0);
  return keys > 0
    ? t('In this model of {0} {0|key|keys}, {1} {1|key moves|keys move} in {2}.', keys, movedKeys, took)
    : t('In this model, {0} {0|key moves|keys move} in {1}.', movedKeys, took);
}

/** What it cost, and what else is to be said. @param {Run} run */
function costsOf({ result, move, late }) {
  const { totals, baseline, leftOut } = result;
  const over = (/** @type {'fromStore' | 'waited'} */ key) => Math.max(0, totals[key] - baseline[key]);
  const store = move.cache ? over('fromStore') : 0,
    waited = over('waited'),
    { refused } = totals;
  const costs = [];
  if (store > 0) costs.push(t('{0} more {0|request goes|requests go} to the store behind the cache.', store));
  if (waited > 0) costs.push(t('{0} {0|request|requests} had to wait.', waited));
  if (!late) costs.push(...slowestWords(result));
  if (refused > 0) costs.push(t('Nodes refused {0} {0|request|requests}, which were sent again.', refused));
  costs.push(...askedFor(totals, move));
  if (leftOut > 0)
    costs.push(t('{0} {0|key is|keys are} left out: before or after the change, no node serves {0|it|them}.', leftOut));
  return costs;
}

/**
 * The worst of the intervals, if one request in a hundred waits for seconds there and none did before.
 * @param {Pick<Migration, 'series'>} result
 */
function slowestWords({ series }) {
  const before = series.p99Us.find((us) => us > 0) ?? 0,
    worst = Math.max(...series.p99Us);
  if (worst < 1e6 || worst < 10 * before) return [];
  const seconds = t('{0} s', number(worst / 1e6, 1)),
    usual = t('{0} ms', number(before / 1000, 1));
  return [t('At worst one request in a hundred took {0} or more; at the beginning it was {1}.', seconds, usual)];
}

/** What went wrong in one of the two runs. @param {Totals} run */
const harmOf = (run) => run.lostWrites + run.returnedDeletes + run.stale + run.missed + run.wrongOrder;

/** @param {Move} move @param {Totals} totals */
const isTurned = (move, totals) => valueOf(move, 'turn_back_in') > 0 || (totals.turnedBackAtMs ?? 0) > 0;

/** Whether new shards take new rows, and keys stay. @param {Move} move */
const grows = (move) => valueOf(move, 'grow') > 0;

/** @param {Totals} totals @param {Move} move @param {number} shards */
function grownWords({ evenAtMs }, move, shards) {
  const weight = valueOf(move, 'grow');
  return typeof evenAtMs !== 'number'
    ? t(
        'Nothing moves. A new shard takes {0} times as many new rows as an old one, and every read asks {1} shards. When the requests end, the new ones still hold fewer rows.',
        weight,
        shards,
      )
    : t(
        'Nothing moves. A new shard takes {0} times as many new rows as an old one, and every read asks {1} shards. After {2} the new ones hold as many rows as the others.',
        weight,
        shards,
        t('{0} s', number(evenAtMs / 1000, 1)),
      );
}

/**
 * The results that only some moves have: comparing, turning back by itself, and a node that forgets.
 * @param {Totals} totals
 * @param {Move} move
 */
function askedFor(totals, move) {
  const { verifiedKeys = 0, verifyDiffered = 0, repaired = 0, differed = 0, forgottenKeys = 0 } = totals;
  const turnedBackAtMs = totals.turnedBackAtMs ?? 0;
  const said = [];
  if (turnedBackAtMs > 0)
    said.push(
      t(
        'At {0} more than {1}% of a second’s requests had gone wrong.',
        t('{0} s', number(turnedBackAtMs / 1000, 1)),
        number(valueOf(move, 'turn_back_over') * 100, 1, 0),
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
        number(totals.lostByFault ?? 0),
      ),
    );
  return said;
}

/** @param {Phase[]} phases */
const endsByExpiry = (phases) => phases.some((phase) => lastsUntil(phase, 'expired'));

/** @param {Run} run @returns {Advice} */
function adviceOf({ move, phases, checks, bad, turned }) {
  if (turned && bad)
    return {
      advice: t(
        'The rollback came too late: the old nodes lack what was written to the new ones. Finish the move instead, then move back.',
      ),
      remedy: null,
    };
  if (turned) return { advice: t('Up to here you can roll back without loss.'), remedy: null };
  if (!bad) return { advice: '', remedy: null };
  if (grows(move))
    return {
      advice: t('Some clients do not ask the new shards yet. Let everybody ask them before anybody writes there.'),
      remedy: { protocol: kGrowing, say: t('Ask first, then write') },
    };
  if (move.protocol === 'double_write_overwrite')
    return {
      advice: t('Copies overwrite newer writes. Let a copy give way to what is newer.'),
      remedy: { protocol: 'double_write', say: t('Keep the newer one') },
    };
  return adviceOnPhases(phases, checks, move.cache ?? false);
}

/** @param {Phase[]} phases @param {boolean} checks @param {boolean} cache @returns {Advice} */
function adviceOnPhases(phases, checks, cache) {
  const differs = (/** @type {number} */ i) =>
    phases[i].reads !== phases[i - 1].reads || phases[i].writes !== phases[i - 1].writes;
  const unheld = phases.findIndex((phase, i) => i > 0 && differs(i) && !phase.barrier);
  const copies = phases.some(({ copy }) => copy);
  const both = phases.some(({ writes }) => writes === 'both');
  const logs = phases.some(({ log }) => log);
  if (both && unheld > 0 && !checks)
    return {
      advice: t('Some clients are a phase behind the others. Hold each phase back until all of them know it.'),
      remedy: { hold: true, say: t('Hold phases back') },
    };
  if (cache && !copies)
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
  if (!both && !logs && !checks && !cache)
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
