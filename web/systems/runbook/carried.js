// A plan with its commands as what a runbook is about.
import { movingOf, systemOf, writersFor, writtenBy } from '../moves/moves.js';
import { downText, partialText, unwellText } from '../rebalance/warnings.js';
import { orderOf } from './order.js';
import { kGuides } from './guides.js';
import { kMostStages, stagesOf } from './stages.js';

/** @typedef {import('./plan.js').Carried} Carried */
/**
 * @typedef {object} Chosen
 * @property {import('../reading/form.js').Reading} reading with the nodes that are new
 * @property {import('../rebalance/problem.js').Asked} asked
 * @property {{moves: import('./bearing.js').Move[], groups: number[]}} plan as much of it as is carried out
 * @property {string} [system] of moves/moves.js in whose commands; default: the reading's own
 * @property {number} [throttle] bytes per second and node, where commands have such a limit
 */

/**
 * @param {Chosen} chosen
 * @param {Pick<Carried, 'of' | 'added' | 'notes' | 'pace' | 'schedule' | 'atOnce'>} of what else is known
 * @returns {Carried}
 */
export function carriedOf({ reading, asked, plan, system, throttle }, of) {
  const { problem, by, unit, kind } = asked;
  const writers = writersFor(systemOf(reading));
  const writer = writers.find((one) => one.system === system) ?? writers[0];
  const at = plan.moves.flatMap((move, i) => (move.length === 3 ? [i] : []));
  const moves = at.map((i) => /** @type {import('../moves/form.js').Move} */ (plan.moves[i]));
  const groups = at.map((i) => plan.groups[i]);
  const ordered = orderOf(moves, groups, kMostStages);
  const copies = ordered.map(({ move }) => move);
  const rate = unit === 'bytes' ? of.pace?.rate : undefined;
  const moving = {
    ...movingOf(reading, copies, problem),
    ...(throttle !== undefined && { throttle }),
    ...(rate !== undefined && { rate }),
  };
  const { written, refused } = writtenBy(writer.system, moving);
  const { serial } = kGuides[writer.system];
  const bytes = new Map(problem.entries.map((entry) => [entry.id, entry.bytes]));
  const { pace, atOnce } = of;
  const stages = stagesOf(copies, written?.steps ?? null, {
    serial,
    write: (some) => writtenBy(writer.system, { ...moving, moves: some }).written?.steps ?? [],
    pace: pace && {
      ...{ atOnce, window: pace.window },
      msOf: (id) => Math.ceil(((bytes.get(id) ?? 0) * 1000) / pace.rate),
    },
  });
  return {
    stages,
    ...{ problem, by, unit, kind, moves: copies, groups: ordered.map(({ group }) => group) },
    total: reading.entries.rows.length,
    leads: plan.moves.length - copies.length,
    warnings: [partialText(asked), unwellText(asked), downText(asked)].filter(Boolean),
    ...{ system: writer.system, title: writer.title, written, refused },
    ...of,
  };
}
