// What crosses the border between the page's module and its scripts, and what a dialog gets of the page.
import type { Bridge } from './bridge.js';
import type { Address } from '../host/address.js';

/** A member of state().nodes. */
export interface StateNode {
  name: string;
  weight: number;
  keys: number;
  fair: number;
  requests: number;
  zone: string;
  down: boolean;
  /** Only of the first hundred. */
  why?: string;
}

/** Keys that moved from one node to another; '': no node. */
export interface Flow {
  from: string;
  to: string;
  keys: number;
}

/** What is shown (web/api/state_json.cpp). Before the first results most members are missing. */
export type State = any;

/** bridge.read('timeline') (web/api/timeline_json.cpp). */
export type Timeline = any;

/** bridge.read('registry') (web/api/registry_json.cpp). */
export type Registry = any;

/** bridge.read('scenario') (core/scenario/json.h). */
export type ScenarioJson = any;

/** A request, as web/api/request_json.h says. */
export type Request = Record<string, unknown> & { do: string };

/** What a dialog gets of the page. */
export interface Page {
  bridge: Bridge;
  state: () => State;
  /** Runs a request; {error}, in words, if it was refused. */
  run: (request: Request) => { error: string } | null;
  /** Tells screen readers. */
  announce: (sentence: string) => void;
  address: Address;
  /** Reports that a module that is loaded late did not arrive. */
  notLoaded: (error: unknown) => void;
  /** Asks for a frame. */
  wake: () => void;
  embedded: boolean;
}
