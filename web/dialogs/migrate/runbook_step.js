// A step of a runbook, of which only what differs from the usual is given.
import { t } from '../../text/language.js';

/** @typedef {import('./runbook.js').Step} Step */

/**
 * @param {Partial<Step> & Pick<Step, 'name' | 'does' | 'checks' | 'back'>} given
 * @returns {Step}
 */
export const step = (given) => ({
  seconds: 0,
  time: '',
  bytes: '',
  commands: [],
  readers: t('Nothing.'),
  copier: '',
  rescue: [],
  undo: [],
  noReturn: false,
  ...given,
});
