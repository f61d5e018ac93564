// How a study asks the core.
import { Core } from '../tools/dialog_core.js';

export class StudyCore extends Core {
  constructor() {
    super(new URL('study_engine.js', import.meta.url), () => import('./study_engine.js'));
  }
}
