// How a study asks the core.
import { Core } from '../tools/dialog_core.js';
import { refusalOf } from '../../text_view/parts.js';

/** @typedef {import('../../headless/load_core.js').LoadedCore} DialogCore what engines of dialogs get */
/** @typedef {import('../../headless/reshard-core.js').PlaceInput} PlaceInput */
/** @typedef {Omit<PlaceInput, 'strategy' | 'nodes'>} StudyInput the keys, and how they are hashed */

export class StudyCore extends Core {
  constructor() {
    super(new URL('study_engine.js', import.meta.url), () => import('./study_engine.js'));
  }
}

/**
 * Says why a question was refused; nothing if it was ended.
 * @param {import('../tools/dialog.js').Dialog} dialog
 * @param {unknown} reason
 */
export function refuse(dialog, reason) {
  const error = /** @type {import('../../headless/reshard-core.js').ReshardError} */ (reason);
  if (error.message !== 'ended') dialog.refuse(refusalOf(error));
}
