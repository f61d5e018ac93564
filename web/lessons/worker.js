// The worker that measures lessons (core.js).
import { answerAsker } from '../dialogs/asker.js';
import { answer } from './engine.js';

answerAsker(answer);
