// The worker of the measurements.
import { answerAsker } from '../asker.js';
import { answer } from './engine.js';

answerAsker(answer);
