// The headless core in a worker, for dialogs whose figures take seconds.
import { answerQuestions } from '../headless/questions.js';
import { loadReshard } from '../headless/reshard-core.mjs';
import { answer } from './answers.js';

answerQuestions(loadReshard({ wasm: new URL('../../reshard-lessons.wasm', import.meta.url).href }), answer);
