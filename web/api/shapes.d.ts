// What crosses the border between the page's module and its scripts.
import type { GeneratedKeys, LogEntry, NodeInput } from '../headless/reshard-core.js';
import type { AppState, Registry, StateResults, Timeline } from './answers.js';
import type { Request } from './requests.js';

export type { AppState, Flow, Registry, StateNode, Timeline } from './answers.js';
export type { Request } from './requests.js';

/** What is shown, once there are results: no dialog opens earlier. Before, it is an AppState. */
export type State = AppState & StateResults;

/** A scenario, as core/scenario/json.h says: what differs from the default one. */
export interface ScenarioJson {
  v: number;
  /** How many, if they have generated names. */
  nodes?: number | NodeInput[];
  /** The table that the cluster begins with (core/scenario/given.h). */
  owners?: string;
  log?: LogEntry[];
  keys?: {
    kind: 'given' | NonNullable<GeneratedKeys['kind']>;
    count: number;
    prefix?: string;
    fingerprint?: string;
  };
  /** As text beyond 2 ** 53. */
  seed?: number | string;
  strategies?: { strategy: string; hash?: string; params?: Record<string, number | string> }[];
  replicas?: number;
  requests?: { skew: number; spread: number; capacity: number };
}

/** In words. */
export interface Refused {
  error: string;
}

/** The field of the canvas that is being edited; lengths in CSS pixels. */
export interface TextField {
  x: number;
  y: number;
  w: number;
  h: number;
  text: string;
  numeric: boolean;
}

/** What Bridge.read(name) returns. After a crash that is null, but then the page shows nothing else. */
export interface Answers {
  state: AppState;
  timeline: Timeline;
  registry: Registry;
  scenario: ScenarioJson;
  text_field: TextField | null;
  own_keys_end: Refused | null;
  /** Whether all keys are checked. */
  own_keys_check: boolean | Refused;
  own_keys_use: Refused | null;
  /** For tests: where the controls of the canvas are (web/controls/probes.h). */
  controls: unknown;
}
