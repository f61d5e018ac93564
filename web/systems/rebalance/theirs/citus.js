// What get_rebalance_table_shards_plan() of Citus gives, in its order.
import { t } from '../../../text/language.js';
import { Unreadable } from '../../reading/form.js';
import { tablesIn } from '../../reading/psql.js';
import { isPlan, moveOf } from '../../readers/citus/plan.js';
import { wantedMove } from './form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('./form.js').Read} Read */

/** Whether the lines are of such a table. @param {Pasted} pasted */
export const isCitus = ({ filled }) =>
  ['shardid', 'sourcename', 'targetname'].every((name) => filled.some(({ text }) => text.toLowerCase().includes(name)));

/**
 * @param {Pasted} pasted @param {import('./form.js').Cluster} cluster
 * @returns {Read}
 */
export function readCitus(pasted, cluster) {
  const { tables, cut } = tablesIn(pasted, pasted.lines, isPlan);
  const moves = tables.flatMap(({ rows }) => rows.map(moveOf));
  if (moves.length === 0) throw new Unreadable(pasted.last, t('the plan has no rows'));
  if (cut) throw new Unreadable(pasted.last, t('the plan is cut here'));
  const skipped = pasted.skipped.filter(({ why }) => why !== 'prompt' && why !== 'fence');
  return {
    form: 'citus',
    wanted: moves.map(({ id, current, proposed }) => wantedMove([id], current, proposed, cluster)),
    told: skipped.map(({ line }) => ['skipped', `${line}`]),
  };
}
