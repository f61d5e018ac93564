// How a dialog that compares strategies asks the core.
import { Core } from '../tools/dialog_core.js';

export class CompareCore extends Core {
  constructor() {
    super(new URL('compare_engine.js', import.meta.url), () => import('./compare_engine.js'));
  }
}
