import type { Bridge } from '../api/bridge.js';
import type { Refused, Request, State } from '../api/shapes.js';
import type { Address } from './address.js';

/** What a dialog gets of the page. */
export interface Page {
  bridge: Bridge;
  state: () => State;
  /** Runs a request; {error}, in words, if it was refused. */
  run: (request: Request) => Refused | null;
  /** Tells screen readers. */
  announce: (sentence: string) => void;
  address: Address;
  /** Reports that a module that is loaded late did not arrive. */
  notLoaded: (error: unknown) => void;
  /** Has the canvas say other words than its own, by their English text; it asks for them after each change. */
  replaceWords: (words: () => (() => Record<string, string>) | null) => void;
  /** Asks for a frame. */
  wake: () => void;
  embedded: boolean;
}
