// For `tsc` only (tests/lint): what tests add to a page's objects, and shapes that several tests share.
import type { Flow, StateNode } from '../web/api/shapes.d.ts';

/** JSON, or a value of a page, that is itself what is tested: nothing but the assertions says what it contains. */
export type Json = any;

/** A row of a table of vectors or of a CSV file, by the column's name. */
export type Row = Record<string, string>;

/** A random number from 0 to 2 ** 32 - 1, or below 1, as the maker says. */
export type Random = () => number;

/** A control that the canvas draws: window.reshard.controls(), in CSS pixels of the canvas. */
export interface Control {
  x: number;
  y: number;
  w: number;
  h: number;
  visible: boolean;
  enabled: boolean;
  focused: boolean;
}

/** What window.reshard.state() says (web/api/state_json.cpp). */
export interface Shown {
  nodes: StateNode[];
  flows: Flow[];
  inspected: { steps: { step: string; value: string; node: string; note?: string }[] } & Record<string, Json>;
  compare: ({ figures: { label: string; text: string }[] } & Record<string, Json>)[];
  keys: number;
  moved: number;
  needless: number;
  strategy: string;
  link: string;
  headline: string;
  notice: string;
  zoom: { structure: number; map: number };
  [member: string]: Json;
}

/** An event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur: number;
  /** On the processor. */
  tdur?: number;
  args?: Json;
}

/** A finger on the screen, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
  id?: number;
}

/** What a finger does, in Chromium's DevTools protocol. */
export type TouchKind = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

declare global {
  interface HTMLElement {
    [property: string]: any;
  }
  interface SVGElement {
    [property: string]: any;
  }
  interface Window {
    [property: string]: any;
  }
}
