/** Reshard's core without the page: where keys live under a sharding scheme, and which ones move. */

/** A node: its name, or its name with a weight (1) and a place. Schemes that read "host:port" split the name. */
export type NodeInput =
  | string
  | { name: string; weight?: number; data_center?: string; zone?: string; rack?: string; down?: boolean };

/**
 * A change of the nodes after the first ones, or entries of the strategy's table (slots, buckets, groups; the keys of a
 * directory by their index) given to a node by hand, for strategies with the trait "moves_by_hand".
 */
export type LogEntry =
  | { add: NodeInput }
  | { remove: string }
  | { rename: string; to: string }
  | { weigh: string; weight: number }
  | { relocate: string; data_center?: string; zone?: string; rack?: string }
  | { down: string }
  | { up: string }
  | { move_to: string; first: number; last?: number };

/** Keys: given one by one (bytes, or strings in UTF-8), or generated. */
export type KeysInput =
  | (string | Uint8Array)[]
  | { kind: 'sequential' | 'random' | 'user' | 'url'; count: number; seed?: number | bigint | string; prefix?: string };

export interface PlaceInput {
  /** The id of a strategy: see strategies(). */
  strategy: string;
  /** By key, as strategies() lists them; what is left out has its default. */
  params?: Record<string, number | string>;
  /** The hash function under the strategy, where it may be chosen. */
  hash?: string;
  /** Decides generated keys, nothing else. */
  seed?: number | bigint | string;
  nodes: NodeInput[];
  /** Replayed after `nodes`; owners are then positions in the result's `nodes`. */
  log?: LogEntry[];
  /** 100,000 sequential keys if left out. */
  keys?: KeysInput;
  /** 1 to 5, for strategies with the trait "replicas". */
  replicas?: number;
  requests?: {
    /** Zipf's exponent, 0 (all keys alike) to 2: key i is asked for in proportion to 1 / (i + 1) ** skew. */
    skew?: number;
    /** So many of the hottest keys, the first ones, are answered by all nodes that are up, in equal parts; 0 to 1000. */
    spread?: number;
    /** What a node can serve, as a multiple of its fair share of all requests, up to 10; 0: anything. */
    capacity?: number;
  };
}

export interface Placement {
  /** The names of the live nodes, in their order. */
  nodes: string[];
  /** Positions in `nodes`, key-major: replica r of key i is owners[i * replicas + r]; 0xFFFFFFFF where there is none. */
  owners: Uint32Array;
  /** How many keys there are. */
  keys: number;
  replicas: number;
  /** Keys per node, counted by their first replica. */
  counts: number[];
  /** Keys that no node owns. */
  unplaced: number;
  /** Of `counts`: mean, population standard deviation, their ratio, the largest to the mean, Jain's index; of `requests` the largest to the mean. */
  stats: { mean: number; stddev: number; cv: number; peakToMean: number; jain: number; requestPeakToMean: number };
  /** The share of all requests that each node serves, 0 to 1. */
  requests: number[];
  /** The share of all requests that are for keys which no node serves. */
  unserved: number;
  /** The nodes that serve more than `requests.capacity` of the input lets them. */
  aboveCapacity: string[];
  /** With more than one replica, or with a node that is down. */
  failure?: Failure;
  /** What a production client of this scheme holds in memory. */
  memoryBytes: number;
}

/** What becomes of the keys when nodes fail. */
export interface Failure {
  /** More than half of the replicas. */
  quorum: number;
  /** How many places there are that fail together: zones, or racks where a node has no zone, by data centre. */
  zones: number;
  /** Keys whose replicas are in fewer zones than they could be. */
  inFewZones: number;
  /** Keys of which fewer replicas than a quorum are up. */
  withoutQuorum: number;
  /** Pairs of nodes whose joint loss costs some keys their quorum, and the one that costs most; null beyond 2,000 nodes. */
  pairs: { all: number; breaking: number; worst: [string, string] | null; worstKeys: number } | null;
  /** Who serves the keys of the nodes that are down; `heir` is null where nobody does. */
  heirs: { down: string; heir: string | null; keys: number; requests: number }[];
}

export interface Comparison {
  /** Indices of the keys whose first replica differs. */
  moved: Uint32Array;
  /** Of all keys, 0 to 1. */
  share: number;
  /** Requests whose key moved, of all requests, 0 to 1; where `requests` were given. */
  requestShare?: number;
  /** What any scheme must move to get from these counts to those, 0 to 1. */
  leastShare: number;
  /** How many keys moved beyond that. */
  needless: number;
  /** From which node to which, the largest first; null where a key had or has no owner. */
  flow: { from: string | null; to: string | null; keys: number }[];
}

export interface ParamInfo {
  key: string;
  label: string;
  /** Of numbers; choices have `options` instead. */
  min?: number;
  max?: number;
  default: number | string;
  whole?: boolean;
  constraint?: 'prime' | 'power_of_two';
  unit?: string;
  options?: string[];
}

export interface StrategyInfo {
  id: string;
  title: string;
  family: 'arithmetic' | 'ring' | 'jump' | 'rendezvous' | 'table' | 'tree' | 'directory';
  /** What it is good for, and what it cannot do. */
  summary: string;
  limits: string;
  source: string;
  /** Cost of one lookup. */
  lookup: string;
  traits: string[];
  /** The hash function under it; fixed where a dialect leaves no choice. */
  hash: string;
  hashFixed: boolean;
  params: ParamInfo[];
}

export interface HashInfo {
  id: string;
  title: string;
  source: string;
  bits: number;
  /** 0: it has no seed. */
  seedBits: number;
  /** How its digest is read as a number of 64 bits. */
  reading: string;
}

/** One step from a key to its owner, in the scheme's own terms; `node` where the step is about one. */
export interface Step {
  label: string;
  value: string;
  node?: string;
  /** What the value was read from, where that is not plain: "first 4 bytes of MD5". */
  note?: string;
}

/** What the core refused. */
export class ReshardError extends Error {
  code: string;
  /** The place in the input: "nodes[3].weight". */
  field: string;
  /** What the message is made of: "{field}: {0} is outside {1} to {2}", and its arguments. */
  template: string;
  args: string[];
}

export interface Core {
  strategies(): StrategyInfo[];
  hashes(): HashInfo[];
  /** The digest: a BigInt up to 64 bits, hexadecimal text beyond. */
  hash(name: string, input: string | Uint8Array, seed?: number | bigint | string): bigint | string;
  place(input: PlaceInput): Placement;
  /** Nodes are matched by name, keys by position; `requests`, as PlaceInput has them, say how often each key is asked for. */
  compare(before: Placement, after: Placement, requests?: { skew?: number; spread?: number }): Comparison;
  /** The steps of one key, which need not be one of the input's. */
  explain(input: PlaceInput, key: string): Step[];
}

/** Starts a core. `wasm`: where reshard-core.wasm is, its bytes, or a compiled module; beside this file if left out. */
export function loadReshard(options?: { wasm?: string | URL | BufferSource | WebAssembly.Module }): Promise<Core>;
