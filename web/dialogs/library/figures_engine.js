// Measures the texts' figures with the core.
import { answering } from '../tools/answering.js';
import { measure } from './figures.js';

export const answer = answering({ measure });
