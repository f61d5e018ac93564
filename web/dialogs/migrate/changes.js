// The move after a change: by another protocol, with phases by hand, with a remedy, or rolled back.
import { t } from '../../text/language.js';
import { checkPasted } from '../files/doors.js';
import { moves } from './moves.js';
import { protocolOf, valueOf, withLifetimes } from './spec.js';

/** @typedef {import('./spec.js').Move} Move */

/** The move without what another protocol does not take over. @param {Move} move @returns {Move} */
function withoutUnit({ unit: _, turn_back_in: __, turn_back_after_us: ___, ...move }) {
  return move;
}

/** @param {Move} move @param {string} protocol a preset's id */
export const withProtocol = (move, protocol) => withLifetimes({ ...withoutUnit(move), protocol });

/**
 * Throws the refusal of phases that cannot be.
 * @param {Move} move
 * @param {string | import('./spec.js').Protocol} phases
 * @returns {Move}
 */
export function withPhases(move, phases) {
  const { presets, limits } = moves().tables;
  if (typeof phases === 'string') checkPasted(phases, limits.protocolBytes);
  const protocol = protocolOf(phases);
  const known = presets.some(({ id }) => id === protocol);
  const unit = presets.find(({ id }) => id === move.protocol)?.unit ?? valueOf(move, 'unit');
  return { ...withoutUnit(move), protocol, ...(!known && { unit }) };
}

/** @param {Move} move @param {Pick<import('./sentence.js').Remedy, 'protocol'>} remedy @returns {Move} */
export const remedied = (move, { protocol }) => ({ ...withoutUnit(move), ...(protocol && { protocol }) });

/**
 * The move that is rolled back at this time of its run. If the parts of a protocol move one after another, each turns
 * back in the phase that the current one is in.
 * @param {Move} move
 * @param {{film: import('./film.js').Film, result: import('./film.js').Shown}} run
 * @param {number} time in ms of the run
 * @returns {Move | string} why it cannot be rolled back, in words
 */
export function rolledBack(move, { film, result }, time) {
  const phases = film.phasesAt(time);
  const unit = Math.max(
    0,
    phases.findLastIndex((phase) => phase > 0),
  );
  const phase = Math.min(phases[unit] ?? 0, film.phases.length - 1);
  if (valueOf(move, 'turn_back_in') > 0 || (result.totals.turnedBackAtMs ?? 0) > 0)
    return t('It has been rolled back already. Choose a protocol to start again.');
  if (phase === 0) return t('The move has not begun at this moment.');
  const began = film.phasesOf(unit).find((each) => each.phase === phase)?.at ?? 0;
  return { ...move, turn_back_in: phase, turn_back_after_us: Math.round((time - began) * 1000) };
}
