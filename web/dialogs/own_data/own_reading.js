// How a dialog has the reader's own data read.
import { Reading } from '../files/reading.js';

export class OwnReading extends Reading {
  constructor() {
    super(new URL('reading_engine.js', import.meta.url), () => import('./reading_engine.js'));
  }
}
