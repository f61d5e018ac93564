// How a study asks the core.
import { Core } from '../tools/dialog_core.js';
import { refusalOf } from '../../text_view/parts.js';

/**
 * The core that engines of dialogs get: reshard-lessons.wasm has more calls than the API (web/headless/dialogs.cpp).
 * What they give is JSON whose shape only the call says.
 * @typedef {import('../../headless/reshard-core.js').Core & {
 *   call: (name: string, input: object) => any,
 *   callWithKeys: (name: string, input: PlaceInput) => {value: any, numbers: Uint32Array},
 * }} DialogCore
 */
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
