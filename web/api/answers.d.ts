// What the page's module answers, printed from the rows of web/api/*.def (tests/web/api/answers_test.cpp).

export interface Option {
  id: string;
  title: string;
}

/** A number, or a choice, which has `options`. */
export interface ParamInfo {
  key: string;
  label: string;
  min?: number;
  max?: number;
  whole?: boolean;
  /** '': it has none. */
  unit?: string;
  options?: Option[];
}

export interface StrategyInfo {
  id: string;
  title: string;
  summary: string;
  limits: string;
  params: ParamInfo[];
  family: string;
}

export interface HashInfo {
  id: string;
  title: string;
  only_of_dialects?: boolean;
}

export interface Registry {
  strategies: StrategyInfo[];
  hashes: HashInfo[];
  /** Of generated keys. */
  kinds: Option[];
}

export type Access = 'free' | 'locked' | 'hidden';

export type Params = Record<string, number | string>;

export type RingShape = 'ring' | 'line';

export interface StateNode {
  name: string;
  weight: number;
  keys: number;
  /** Keys in proportion to its weight. */
  fair: number;
  /** The share of all requests that it serves, 0 to 1. */
  requests: number;
  zone: string;
  down: boolean;
  /** Why it holds as many keys as it does; only of the first hundred. */
  why?: string;
}

/** Keys that moved from one node to another; '': no node. */
export interface Flow {
  from: string;
  to: string;
  keys: number;
  /** The sum of their counts, if they have any. */
  counted?: number;
}

export interface HashChoice {
  id: string;
  title: string;
}

export interface Choice {
  strategy: string;
  hash: string;
  /** Why the hash function cannot be chosen. */
  hash_fixed?: string;
  /** Says that an old link names one that the dialect's program lacks. */
  hash_notice?: string;
  /** If the dialect's program offers a choice of its own. */
  hashes?: HashChoice[];
  params: Params;
  /** Those that have no effect with the others' values. */
  idle_params: string[];
}

/** How evenly the keys are distributed, in keys per node. */
export interface Spread {
  least: number;
  most: number;
  mean: number;
  stddev: number;
  /** Fair shares differ, so the mean is nobody's fair share. */
  weighted: boolean;
  fair_stddev: number;
  fair_cv: number;
  peak_to_fair: number;
}

export interface LabelledText {
  label: string;
  text: string;
}

/** Texts are as on the canvas. */
export interface ComparedStrategy extends Choice {
  title: string;
  /** What tells strategies of the same name apart. */
  setup: string;
  moved: number;
  needless: number;
  least: number;
  /** Of the inspected key. */
  owner: string;
  spread: Spread;
  /** Before the last change. */
  spread_before?: Spread;
  /** In bytes. */
  memory: number;
  figures: LabelledText[];
}

export interface InspectedStep {
  step: string;
  value: string;
}

export interface TraceStep {
  step: string;
  value: string;
  /** '': it concerns no node. */
  node: string;
  /** What the value was read from. */
  note?: string;
}

export interface Inspected {
  key: string;
  error: string;
  steps: TraceStep[];
  /** Of the strategy's table. */
  entry?: number;
  /** Who serves it while its owner is down, and when that leaves. */
  more: InspectedStep[];
  /** Its owner before the last change, if that was a different one. */
  before: string;
}

export interface OwnKeys {
  fingerprint: string;
  /** Generated keys stand in for them. */
  missing: boolean;
  /** The sum of their counts, if they have any. */
  counted?: number;
}

export interface StateRequests {
  skew: number;
  spread: number;
  capacity: number;
  /** Whether a node's requests are not simply in proportion to its keys. */
  differ: boolean;
}

export interface StateReplicas {
  count: number;
  /** Whether the strategy says where they are. */
  known: boolean;
}

/** Keys that passed a full node. */
export interface StateOverflow {
  words: string;
  flows: Flow[];
}

export interface Zoom {
  structure: number;
  map: number;
}

export interface Controls {
  nodes: Access;
  strategy: Access;
  keys: Access;
}

/** Nodes and figures are those of the results shown. */
export interface StateResults extends Choice {
  nodes: StateNode[];
  /** What the strategy's table consists of. */
  entries_title?: string;
  /** How many can be moved by hand. */
  entries: number;
  /** Whether this strategy uses the nodes' weights. */
  weights: boolean;
  keys: number;
  /** Of the keys: an id, or 'given'. */
  kind: string;
  own_keys?: OwnKeys;
  seed: string;
  moved: number;
  moved_share: number;
  least: number;
  needless: number;
  /** The first thousand. */
  flows: Flow[];
  requests: StateRequests;
  replicas: StateReplicas;
  load: string;
  failures: string;
  overflow: StateOverflow;
  /** The nodes above their capacity. */
  above: string;
  /** A row for each strategy, the main one first. */
  compare: ComparedStrategy[];
  inspected: Inspected;
  key_map: string;
  key_map_cell: string;
  zoom: Zoom;
  /** The structure's picture, in sentences. */
  picture: string;
  ring?: RingShape;
}

export interface AppState extends Partial<StateResults> {
  /** Grows with every publication of results; 0: there are none yet. */
  revision: number;
  busy: boolean;
  headline: string;
  /** The headline without its hint for the reader of the page. */
  fact: string;
  /** What was refused. */
  notice: string;
  undo: boolean;
  redo: boolean;
  controls: Controls;
  link: string;
}

/** What a step cost under one strategy. */
export interface StepCost {
  strategy: string;
  title: string;
  /** What tells strategies of the same name apart. */
  setup: string;
  moved: number;
  needless: number;
  /** If keys have counts: their sum. */
  moved_counted?: number;
}

export interface StepCosts {
  measured: boolean;
  keys: number;
  /** If keys have counts: the sum for all keys. */
  counted?: number;
  /** By strategy, the main one first; none while unknown, or if the step places other keys. */
  costs: StepCost[];
}

export type StepKind = 'start' | 'setup' | 'move' | 'compared';

/** The first is the initial state, without a title or costs. */
export interface HistoryStep extends Partial<StepCosts> {
  title: string;
  /** A start leads to initial nodes; what follows it is set-up, a move, or strategies shown beside. */
  kind: StepKind;
}

/** An abandoned line. */
export interface Branch {
  /** The step that it has in common with the line shown. */
  fork: number;
  /** Of its own steps. */
  titles: string[];
}

export interface Timeline {
  at: number;
  steps: HistoryStep[];
  /** Keys whose owner is another one than before the moves up to the current step, under the main strategy; for two moves or more, once measured. */
  net?: number;
  branches: Branch[];
}
