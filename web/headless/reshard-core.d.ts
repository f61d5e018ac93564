/**
 * Reshard's core without the page: where keys live under a sharding strategy, and which ones move.
 *
 * Every call either returns a result or throws a ReshardError whose `field` names the place in the input. An error thrown by
 * a getter, a proxy or a toJSON() of the input is passed on unchanged. The core checks all of the input before it writes to
 * its memory, so it keeps working after any error.
 *
 * Limits: 10,000 nodes and 10,000 changes of them, names of 1 to 255 bytes of UTF-8 without control characters; 10,000,000
 * keys of 1 to 4,096 bytes each, together at most 256 MB; everything but listed keys at most 4 MB as JSON; 256 MB to hash;
 * on a ring that weights make, 1,000,000 points, or 1,000 for each node where that is more.
 * Text must be well formed: a lone surrogate is refused. A key that is listed twice has one owner.
 */

/** A node: its name of 1 to 255 bytes, or its name with a weight (1) and a place. Strategies that read "host:port" split the name. */
export type NodeInput =
  | string
  | { name: string; weight?: number; data_center?: string; zone?: string; rack?: string; down?: boolean };

/**
 * A change to the nodes, or entries of the strategy's table (slots, buckets, groups; the keys of a directory by their index)
 * moved to a node by hand, for strategies with the trait "moves_by_hand".
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

/** Keys: 1 to 10,000,000 of them, given one by one (strings, taken as UTF-8, or bytes; 1 to 4,096 bytes each), or generated. */
export type KeysInput =
  | (string | Uint8Array)[]
  | { kind: 'sequential' | 'random' | 'user' | 'url'; count: number; seed?: number | bigint | string; prefix?: string };

export interface PlaceInput {
  /** The id of a strategy: see strategies(). */
  strategy: string;
  /** Values by key, as strategies() lists them; omitted ones take their default. */
  params?: Record<string, number | string>;
  /** The strategy's hash function, if it can be chosen. */
  hash?: string;
  /** Decides generated keys, nothing else. 0 to 2 ** 64 - 1: above Number.MAX_SAFE_INTEGER as a BigInt or as text. */
  seed?: number | bigint | string;
  /** 1 to 10,000. */
  nodes: NodeInput[];
  /** Applied after `nodes`; owners are then indices into the result's `nodes`. */
  log?: LogEntry[];
  /** Default: 100,000 sequential keys. */
  keys?: KeysInput;
  /** 1 to 5, for strategies with the trait "replicas". */
  replicas?: number;
  requests?: {
    /** Zipf exponent, 0 (all keys alike) to 2: requests for key i are proportional to 1 / (i + 1) ** skew. */
    skew?: number;
    /** How many of the hottest (first) keys every live node serves, in equal parts; 0 to 1000. */
    spread?: number;
    /** What a node can serve, as a multiple of its fair share of all requests, up to 10; 0: no limit. */
    capacity?: number;
  };
}

export interface Placement {
  /** The names of the live nodes, in their order. */
  nodes: string[];
  /**
   * Positions in `nodes`, key-major: replica r of key i is owners[i * replicas + r]; 0xFFFFFFFF where there is none. Who
   * serves the keys of nodes that are down is what the strategy's clients do (StrategyInfo.down).
   */
  owners: Uint32Array;
  /** The number of keys. */
  keys: number;
  replicas: number;
  /** Keys per node, counting only each key's first replica. */
  counts: number[];
  /** Keys that no node owns. */
  unplaced: number;
  /** Of `counts`: mean, population standard deviation, coefficient of variation, max / mean, Jain's index; of `requests`: max / mean. */
  stats: { mean: number; stddev: number; cv: number; peakToMean: number; jain: number; requestPeakToMean: number };
  /** The share of all requests that each node serves, 0 to 1. */
  requests: number[];
  /** The share of all requests for keys that no node serves. */
  unserved: number;
  /** The nodes that serve more than the input's `requests.capacity` allows. */
  aboveCapacity: string[];
  /** Present if there is more than one replica or a node is down. */
  failure?: Failure;
  /** What a production client of this strategy holds in memory. */
  memoryBytes: number;
}

/** What happens to the keys when nodes fail. */
export interface Failure {
  /** More than half of the replicas. */
  quorum: number;
  /** The number of failure domains: zones, or racks where a node has no zone, per data centre. */
  zones: number;
  /** Keys whose replicas are in fewer zones than possible. */
  inFewZones: number;
  /** Keys with fewer live replicas than a quorum. */
  withoutQuorum: number;
  /** Pairs of nodes whose joint loss breaks the quorum of some keys, and the worst pair; null beyond 2,000 nodes. */
  pairs: { all: number; breaking: number; worst: [string, string] | null; worstKeys: number } | null;
  /** Which nodes serve the keys of the nodes that are down; `heir` is null if none does. */
  heirs: { down: string; heir: string | null; keys: number; requests: number }[];
}

export interface Comparison {
  /** Indices of the keys whose first replica changed. */
  moved: Uint32Array;
  /** The share of all keys that moved, 0 to 1. */
  share: number;
  /** The share of all requests whose key moved, 0 to 1; present if `requests` were given. */
  requestShare?: number;
  /** The minimum that any strategy must move to get from the old counts to the new ones, 0 to 1. */
  leastShare: number;
  /** How many keys moved beyond that minimum. */
  needless: number;
  /** Keys moved from each node to each other node, largest first; null where a key had or has no owner. */
  flow: { from: string | null; to: string | null; keys: number }[];
}

export interface ParamInfo {
  key: string;
  label: string;
  /** For numbers; choices have `options` instead. */
  min?: number;
  max?: number;
  default: number | string;
  whole?: boolean;
  constraint?: 'prime' | 'power_of_two';
  unit?: string;
  options?: string[];
}

export interface DownRule {
  /**
   * Who serves the keys of a node that is down. "fails": nobody, apart from further replicas. "next": the next node in
   * replica order. "rebuilt": clients rebuild their table as if the node had left. "drained": they rebuild it as if the node
   * had a weight of 0. "stops": no key is served at all. "own": a rule of the strategy's own decides.
   */
  does: 'fails' | 'next' | 'rebuilt' | 'drained' | 'stops' | 'own';
  words: string;
  source: string;
  /** Options of parameters under which the rule holds, by the parameter's key. */
  with: Record<string, string[]>;
}

export interface StrategyInfo {
  id: string;
  title: string;
  family: 'arithmetic' | 'ring' | 'jump' | 'rendezvous' | 'table' | 'tree' | 'directory';
  /** What it is good for; `limits` is what it cannot do. */
  summary: string;
  limits: string;
  source: string;
  /** The cost of one lookup. */
  lookup: string;
  traits: string[];
  /** What its clients do about nodes that are down: the first rule that fits the parameters applies. */
  down: DownRule[];
  /** Its hash function; `hashFixed` if it cannot be chosen. */
  hash: string;
  hashFixed: boolean;
  /** By dialect, where its program has hash functions of its own: their ids, and the program's names, which are accepted too. */
  hashesOf?: Record<string, { id: string; name: string }[]>;
  params: ParamInfo[];
}

export interface HashInfo {
  id: string;
  title: string;
  source: string;
  bits: number;
  /** 0: takes no seed. */
  seedBits: number;
  /** How its digest is read as a 64-bit number. */
  reading: string;
  /** A client's own variant of another function in this list; only that client's dialects offer it. */
  onlyOfDialects?: boolean;
}

/**
 * One step from a key to the node that serves it, in the strategy's own terms; `node` if the step concerns one. The last step
 * names the serving node, as place() does. If nodes are down and another node than the owner serves, its label is
 * "served_by" and its note gives the reason; without `node`, no node serves the key.
 */
export interface Step {
  label: string;
  value: string;
  node?: string;
  /** What the value was read from, if that is not obvious: "first 4 bytes of MD5". */
  note?: string;
}

/** What everybody does during one phase of a move; a field that is left out has its first value. See core/migration/README.md. */
export interface PhaseInput {
  name: string;
  /** One side after the other, or both at once: with both_old, the old side answers, and the answers are compared (`differed`). */
  reads?: 'old' | 'new' | 'old-new' | 'new-old' | 'new-old-new' | 'both_old' | 'both_new';
  writes?: 'old' | 'new' | 'both';
  /** A write to one side deletes the key on the other. */
  move?: boolean;
  /** What a delete leaves behind. both_sides: nothing; it deletes on the other side first, then where writes go. */
  deletes?: 'nothing' | 'tombstone' | 'both_sides';
  copy?: 'none' | 'all' | 'migrate' | 'on_read';
  copy_from?: 'old' | 'new';
  copy_again?: boolean;
  copy_tombstones?: boolean;
  /** What happens if a copied key already exists. */
  conflict?: 'overwrite' | 'if_absent' | 'if_newer';
  /** Which keys are compared on both sides: a share of them (pace.verify_share), or all. */
  verify?: 'none' | 'sample' | 'all';
  /** A key that differs is copied from the old side again, as `conflict` says. */
  repair?: boolean;
  numbering?: 'authority' | 'each' | 'clocks';
  /** How the new and the old side apply a write that carries its number; default: if_newer and overwrite. */
  apply?: 'overwrite' | 'if_absent' | 'if_newer';
  apply_old?: 'overwrite' | 'if_absent' | 'if_newer';
  ack?: 'both' | 'one';
  log?: 'none' | 'forward' | 'back';
  freeze?: 'none' | 'writes' | 'all';
  /** What must hold before the next phase is announced. */
  until?: ('acknowledged' | 'copied' | 'log_drained' | 'expired' | 'asked' | 'verified')[];
  after_us?: number;
  /** For 'asked': when somebody asks for the next phase, counted from the start of the move. */
  asked_us?: number;
  /** The phase waits until every map holder has acknowledged it. */
  barrier?: boolean;
  drop?: boolean;
  old?: NodeRule;
  new?: NodeRule;
}
export type NodeRule = 'serve' | 'no_writes' | 'closed' | 'migrating' | 'importing' | 'foreign' | 'gate';

export type MovePreset =
  | 'flip' | 'ramp' | 'stop' | 'copy_then_flip' | 'double_write_overwrite' | 'double_write' | 'log_catch_up'
  | 'slot_by_slot' | 'versioned_gate' | 'read_through' | 'update_moves' | 'expire';

/** All times are in microseconds of the simulated run. Only the first two fields are required. */
export interface MigrateInput {
  before: PlaceInput;
  after: PlaceInput;
  /** A preset, a protocol as text ("start;copy:copy=all,until=copied;…"), or phases; default: double_write. */
  protocol?: MovePreset | (string & {}) | PhaseInput[];
  system?: {
    routing?: 'smart_client' | 'proxy' | 'coordinator' | 'two_level';
    /** How map holders learn of a new map. */
    spread?: 'push' | 'poll' | 'on_error';
    map_delay_us?: number;
    /** The nodes are a cache in front of a store of record: a miss is normal, and nothing is lost. */
    cache?: boolean;
    /** Whether nodes check requests; default: as in the preset. */
    checks?: boolean;
    clients?: number;
    proxies?: number;
    /** For two_level: servers that share the sections of the map, 1 to 64. A refused client asks the server of its section. */
    directories?: number;
    /** The most messages per second that each map server sends or answers; 0: no limit. */
    map_requests_per_second?: number;
    latency_us?: number;
    jitter_us?: number;
    /** 0: no limit. */
    node_requests_per_second?: number;
    link_bytes_per_second?: number;
  };
  workload?: {
    /** Up to 5,000,000. */
    requests?: number;
    requests_per_second?: number;
    /** Shares of all requests; the rest are reads. */
    writes?: number;
    deletes?: number;
    /** How long a value lives after its write began; 0: forever. The initial values were written at random times within one such lifetime. Not for a cache. */
    ttl_us?: number;
    /** The share of keys whose values live forever even so. */
    permanent?: number;
    /** Zipf's exponent, 0 to 2. */
    skew?: number;
    key_bytes?: number;
    value_bytes?: number;
    timeout_us?: number;
    /** How often a request that timed out is sent again, with the same version: after backoff_us, then after twice as long. */
    retries?: number;
    backoff_us?: number;
  };
  pace?: {
    start_us?: number;
    copy_bytes_per_second?: number;
    /** What goes through the phases on its own; default: as in the preset. */
    unit?: 'all' | 'node' | 'section' | 'key';
    section_keys?: number;
    units_at_once?: number;
    /**
     * The number of the phase in which each unit is aborted, after turn_back_after_us in it, and goes back through the
     * earlier phases; 0: none. A protocol that core/migration/README.md calls safe loses nothing by this.
     */
    turn_back_in?: number;
    turn_back_after_us?: number;
    /**
     * Everything goes back once more than this share of the requests of a second were stale, missed, answered with a deleted
     * value, refused or given up; 0: never.
     */
    turn_back_over?: number;
    /** The share of keys that verify: 'sample' compares; default: 0.1. */
    verify_share?: number;
    /**
     * 1 or more: keys stay where they are, each write adds a new key, and nodes that were empty before take this many of them
     * for each one that another node takes. Reads ask all nodes. 0: keys move.
     */
    grow?: number;
  };
  faults?: {
    /** The share of map holders that receive nothing for a time. */
    cut_off?: number;
    cut_off_at_us?: number;
    cut_off_us?: number;
    copier_down_at_us?: number;
    copier_down_us?: number;
    copier_from_start?: boolean;
    /** A node by its position in the result's `nodes`. */
    node?: number;
    node_down_at_us?: number;
    node_down_us?: number;
    /** What it holds when it returns: everything, everything but the writes of the last node_tail_us, or nothing. */
    node_back?: 'as_it_was' | 'without_tail' | 'empty';
    node_tail_us?: number;
    /** A map holder (a client, a proxy or the coordinator) is down for a time, with the requests that go through it. */
    holder?: number;
    holder_down_at_us?: number;
    holder_down_us?: number;
    /** The share of messages to nodes that are late, and by how much. */
    late?: number;
    late_us?: number;
    /** The share of map holders whose clock is behind, or ahead; it matters if clocks number the writes. */
    clock_off?: number;
    clock_behind_us?: number;
    clock_ahead_us?: number;
  };
  seed?: number | bigint | string;
  /** The position of a key whose life is reported beside those of the anomalies. */
  watch?: number;
}

/** Requests by how they ended, keys by what happened to them. */
export interface MoveTotals {
  requests: number;
  right: number;
  stale: number;
  missed: number;
  /** Reads that returned a deleted value. */
  returned: number;
  /** Timed out, or redirected forever. */
  failed: number;
  /** How often nodes refused, or replied MOVED or ASK; requests that waited before they were sent. */
  refused: number;
  redirected: number;
  waited: number;
  /** With a cache: requests to the store behind it. */
  fromStore: number;
  /** How often a request that timed out was due to be sent again. */
  retried: number;
  /** Keys that have lost an acknowledged write by the end. */
  lostWrites: number;
  /** Keys whose deleted value was read, or is there at the end. */
  returnedDeletes: number;
  staleKeys: number;
  missedKeys: number;
  /** Keys whose history no order explains, among those with up to 16 operations; `uncheckedKeys` had more. */
  wrongOrder: number;
  uncheckedKeys: number;
  movedKeys: number;
  copiedKeys: number;
  copiedBytes: number;
  /** Changes of the log that were replayed. */
  replayed: number;
  durationMs: number;
  /** false: the move waits for something that never happens. */
  finished: boolean;
  /** Where the keys that had to move are at the end. */
  oldOnly: number;
  newOnly: number;
  bothAlike: number;
  bothDiffer: number;
  nowhere: number;
  nodeRequests: number[];
  nodeBytes: number[];
  /** With two_level or map_requests_per_second: what each map server sent or answered. */
  mapRequests?: number[];
  /** If a phase compares: reads of both sides that found different values; keys compared, bytes read for it, keys that differed, and those repaired. */
  differed?: number;
  verifiedKeys?: number;
  verifiedBytes?: number;
  verifyDiffered?: number;
  repaired?: number;
  /** With node_back: keys of which a node had forgotten something, and those of them with a lost write or a returned delete at the end. */
  forgottenKeys?: number;
  lostByFault?: number;
  /** With turn_back_over: when everything went back; null: it did not. */
  turnedBackAtMs?: number | null;
  /** With grow: the keys of each node at the end, and when the new ones held as many as the others; null: not yet. */
  nodeKeys?: number[];
  evenAtMs?: number | null;
}

export interface Migration {
  /** The nodes before and after the move. */
  nodes: string[];
  totals: MoveTotals;
  /** The same requests without a move. */
  baseline: MoveTotals;
  /**
   * What happened when, in equal intervals; latencies in microseconds. nodeRequests[i]: how many requests reached
   * nodes[i] in each interval.
   */
  series: { widthMs: number; medianUs: number[]; p99Us: number[]; nodeRequests: number[][] } & Record<
    'right' | 'stale' | 'missed' | 'returned' | 'refused' | 'redirected' | 'waited' | 'failed' | 'fromStore' | 'copied' | 'retried',
    number[]
  > & { differed?: number[] };
  /** The first of each kind, with the life of its key. */
  anomalies: {
    /** 'none': the key that `watch` names. */
    kind: 'none' | 'lost write' | 'returned delete' | 'stale read' | 'missed read' | 'wrong order';
    key: number;
    atMs: number;
    story: string[];
  }[];
  /** Which node holds each key at the end, by its position in `nodes`; 0xFFFFFFFF if none does. */
  owners: Uint32Array;
  /** Keys without an owner before or after, which the run leaves out. */
  leftOut: number;
  /** The most memory that the run could take. */
  bytes: number;
}

/** Thrown when the core refuses an input. */
export class ReshardError extends Error {
  /** Stable: the codes of core/base/errors.def, and "stopped" if the core itself failed, which is a bug in Reshard. */
  code: string;
  /** The place in the input: "nodes[3].weight", "keys[1]", "params.vnodes", "log[0].remove", "before.owners[7]". */
  field: string;
  /** The template of the message, "{field}: {0} is outside {1} to {2}", and its arguments. */
  template: string;
  args: string[];
}

export interface Core {
  strategies(): StrategyInfo[];
  hashes(): HashInfo[];
  /** The digest of text (as UTF-8) or bytes: a BigInt up to 64 bits, hexadecimal text beyond. */
  hash(name: string, input: string | Uint8Array, seed?: number | bigint | string): bigint | string;
  place(input: PlaceInput): Placement;
  /**
   * The same in slices of about 16 ms, between which a page or a worker can do other work: a strategy that looks at every
   * node for each key takes seconds with thousands of nodes. `onProgress` receives the share of the keys placed so far.
   * Rejects with the signal's reason when it is aborted. Inputs are placed one after another; other calls may come between
   * slices. `failure` is computed at the end, in one piece.
   */
  placeAsync(
    input: PlaceInput,
    options?: { signal?: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<Placement>;
  /** Compares two placements. Nodes are matched by name, keys by index; `requests` as in PlaceInput. */
  compare(before: Placement, after: Placement, requests?: { skew?: number; spread?: number }): Comparison;
  /**
   * Moves the keys from one placement to the other while requests continue, in slices. The first call fetches the
   * module for it. Rejects with the signal's reason when it is aborted.
   */
  migrate(
    input: MigrateInput,
    options?: { signal?: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<Migration>;
  /** The steps from a key to its owner. The key need not be one of the input's. */
  explain(input: PlaceInput, key: string | Uint8Array): Step[];
}

/**
 * Starts a core. `wasm`: the address of reshard-core.wasm, its bytes, or a compiled module; default: beside this file.
 * `migration`: the same for reshard-migration.wasm, which migrate() needs.
 */
export function loadReshard(options?: {
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  migration?: string | URL | BufferSource | WebAssembly.Module;
}): Promise<Core>;
