// Writes configurations with the core.
import { configurationBy } from '../../systems/systems.js';
import { answering, kCommon } from './answering.js';

export const answer = answering({ ...kCommon, configuration: configurationBy });
