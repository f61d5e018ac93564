// The script that moves slots of a cluster of Redis or Valkey: what stands around the commands of each.
import { t } from '../../text/language.js';
import { shellComment } from '../../text/quote.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';
import { keptMasters, removalOf } from './redis_empty.js';
import { access, accessNote, agreeing, kAgree, kHasSlot, masterIn, viaOf } from './redis_names.js';
import { unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('./redis_names.js').Master} Master */
/**
 * @typedef {object} Slots how a system moves them
 * @property {string} cli @property {number} most slots of a step
 * @property {(via: string) => string[]} functions of a shell, which the commands call; `via`: a node that is asked
 * @property {(run: Move[], from: Master, to: Master) => string} command that moves a run from one master to another
 * @property {string} held how it was tried
 */

/** @param {import('./form.js').Moving} moving @param {Slots} slots @returns {import('./form.js').Written} */
export function slotScript(moving, { cli, most, functions, command, held }) {
  const master = nodesOf(moving, masterIn(moving), (name) =>
    t('The plan names {0}, which is not one of the nodes.', name),
  );
  const via = viaOf(moving);
  const kept = keptMasters(moving);
  const commandsOf = (/** @type {Move[]} */ run) => {
    const [[, from, to]] = run;
    const head = `${from} → ${to}: ${t('{0} {0|slot|slots}', run.length)}`;
    return [shellComment(head), command(run, master(from), master(to))];
  };
  return {
    language: 'shell',
    before: [
      ...access(cli),
      ...unlessStopped(),
      ...agreeing(via),
      ...kHasSlot,
      ...functions(via),
      kAgree,
      ...kept.before,
    ],
    steps: runsOf(moving.moves, most, sameWay).map((run) => ({
      moves: run,
      commands: commandsOf(run),
      checks: [kAgree],
      back: commandsOf(movesBack(run)),
    })),
    after: kept.after,
    removal: removalOf(moving),
    files: [],
    notes: [accessNote(), ...kept.notes],
    held,
  };
}
