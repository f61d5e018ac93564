// The worker that measures lessons.
import { answerAsker } from '../dialogs/asker.js';
import { answer } from './engine.js';

answerAsker(answer);
