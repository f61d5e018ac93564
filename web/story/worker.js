// The figures' worker: answers their questions with the core.
import { answerQuestions } from '../headless/questions.js';
import { loadReshard } from '../headless/reshard-core.mjs';
import { answer } from './answers.js';

answerQuestions(loadReshard({ wasm: new URL('../../reshard-core.wasm', import.meta.url).href }), answer);
