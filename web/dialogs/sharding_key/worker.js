// The worker of the view.
import { answerAsker } from '../asker.js';
import { answer } from './engine.js';

answerAsker(answer);
