/**
 * Reshard's core without the page: where keys live under a sharding strategy, and which ones move.
 *
 * Every call either returns a result or throws a ReshardError whose `field` names the place in the input. If a getter,
 * a proxy or a toJSON() in the input throws an error, the call throws that error unchanged. The core checks all of the
 * input before it writes to its memory, so it keeps working after any error.
 *
 * Limits: 10,000 nodes and 10,000 changes to them; names of 1 to 255 bytes of UTF-8 without control characters;
 * 10,000,000 keys of 1 to 4,096 bytes each, at most 256 MB together; the rest of the input at most 4 MB as JSON; 256 MB
 * for hash(); where weights decide how many virtual nodes a ring has, 1,000,000 of them, or 25,000 for each node if
 * that is more, up to 10,000,000.
 * Text must be well formed: a lone surrogate is refused. A key that is listed twice has the same owner both times.
 */

import type { ColumnProblem, Plan, PlanOptions, Problem } from './reshard-rebalance.mjs';

/**
 * A node: its name, or its name with a weight (0 to 1,000,000; default: 1; 0 drains the node), its place, and whether
 * it is down. Strategies whose systems name nodes "host:port" split the name.
 */
export type NodeInput =
  | string
  | { name: string; weight?: number; data_center?: string; zone?: string; rack?: string; down?: boolean };

/**
 * A change to the nodes, or a move by hand: move_to gives a node the entries `first` to `last` of the strategy's table,
 * both included (default: `first` alone); `strategy` can only be that of the input. Entries are slots, buckets or
 * groups, or the keys of a directory by their index. Only strategies with the trait "moves_by_hand" allow it. An entry
 * with `at_once` is one step together with the entry before it: where a system serves several changes by one command,
 * such as redis-cli's rebalance, they are planned together.
 */
export type LogEntry = { at_once?: boolean } & (
  | { add: NodeInput }
  | { remove: string }
  | { rename: string; to: string }
  | { weigh: string; weight: number }
  | { relocate: string; data_center?: string; zone?: string; rack?: string }
  | { down: string }
  | { up: string }
  | { move_to: string; strategy?: string; first: number; last?: number }
);

/**
 * 1 to 10,000,000 keys: a list (strings, taken as UTF-8, or bytes; 1 to 4,096 bytes each), or a description from which
 * the keys are generated: by default 100,000 sequential ones. Its `seed` replaces that of the input.
 */
export type KeysInput = (string | Uint8Array)[] | GeneratedKeys;

export interface GeneratedKeys {
  kind?: 'sequential' | 'random' | 'user' | 'url' | 'python' | 'link';
  count?: number;
  seed?: number | bigint | string;
  prefix?: string;
}

export interface PlaceInput {
  /** The id of a strategy: see strategies(). */
  strategy: string;
  /** Values by the parameter's key, as strategies() lists them; a parameter that you leave out takes its default. */
  params?: Record<string, number | string | boolean>;
  /** The id of a hash function (see hashes()), if the strategy lets you choose it. */
  hash?: string;
  /**
   * Determines the generated keys and nothing else. 0 to 2 ** 64 - 1; above Number.MAX_SAFE_INTEGER, give a BigInt or
   * text.
   */
  seed?: number | bigint | string;
  /** 1 to 10,000; or how many there are, if their names are node-0, node-1 and so on. */
  nodes: NodeInput[] | number;
  /**
   * Who has each entry of the strategy's table at the start, in the words of a link's field `owners`:
   * "redis_slots:0*5461,1*5462,-,2*5460" (positions in `nodes` with how many entries in a row, `-` nobody), or
   * "token_ring:0@-42,1@977", or with the parameter `partitioner: 'random'` tokens of 0 to 2 ** 127. Without it, the
   * strategy deals them.
   */
  table?: string;
  /** Changes to `nodes`, in order. Owners are indices into the result's `nodes`, those after the last change. */
  log?: LogEntry[];
  /** Default: 100,000 sequential keys. */
  keys?: KeysInput;
  /** 1 to 5, for strategies with the trait "replicas". */
  replicas?: number;
  requests?: {
    /** Zipf exponent, 0 (all keys equally often) to 2: requests for key i are proportional to 1 / (i + 1) ** skew. */
    skew?: number;
    /**
     * How many of the hottest (first) keys all nodes serve, in equal parts, unless they are down or drained; 0 to 1000.
     */
    spread?: number;
    /** What a node can serve, as a multiple of its fair share of all requests, up to 10; 0: no limit. */
    capacity?: number;
  };
}

export interface Placement {
  /** The names of the nodes after the last change, in their order; nodes that are down are among them. */
  nodes: string[];
  /**
   * Positions in `nodes`, key-major: replica r of key i is owners[i * replicas + r]; 0xFFFFFFFF if there is none. If
   * nodes are down, these are the nodes that serve the keys by the strategy's rule (StrategyInfo.down).
   */
  owners: Uint32Array;
  /** The number of keys. */
  keys: number;
  replicas: number;
  /** Keys per node, counting only each key's first replica. */
  counts: number[];
  /** Keys that no node owns. */
  unplaced: number;
  /**
   * Relative to the mean, whatever the weights: the mean, population standard deviation, coefficient of variation,
   * max / mean and Jain's index of `counts`; max / mean of `requests`. Relative to each node's fair share, which is in
   * proportion to its weight, over the nodes of weight above 0: `fairCv`, the root mean square of count / fair share -
   * 1; `peakToFair`, the largest count / fair share; `requestPeakToFair`, the same of `requests`. Where no weights
   * differ, these are `cv`, `peakToMean` and `requestPeakToMean`.
   */
  stats: {
    mean: number;
    stddev: number;
    cv: number;
    peakToMean: number;
    jain: number;
    requestPeakToMean: number;
    fairCv: number;
    peakToFair: number;
    requestPeakToFair: number;
  };
  /** The share of all requests that each node serves, 0 to 1. */
  requests: number[];
  /** The share of all requests for keys that no node serves. */
  unserved: number;
  /** The nodes that serve more than the input's `requests.capacity` allows. */
  aboveCapacity: string[];
  /** Present if there is more than one replica or a node is down. */
  failure?: Failure;
  /** How many bytes a production client of this strategy holds in memory. */
  memoryBytes: number;
}

/**
 * What compare() reads of a placement, which need not be the core's: it may be that of a running system. The members
 * are as in Placement.
 */
export interface PlacementInput {
  nodes: string[];
  owners: Uint32Array | number[];
  keys: number;
  replicas: number;
}

/** What happens to the keys when nodes fail. */
export interface Failure {
  /** More than half of the replicas. */
  quorum: number;
  /** The number of failure domains, counted in each data centre: zones, or racks for nodes without a zone. */
  zones: number;
  /** Keys with replicas in fewer zones than possible. */
  inFewZones: number;
  /** Keys with fewer replicas than `replicas`, up or down: too few nodes, or what the strategy leaves out. */
  undersized: number;
  /** Keys with fewer live replicas than a quorum. */
  withoutQuorum: number;
  /**
   * `all`: the number of pairs of nodes; `breaking`: the pairs whose loss leaves some keys without a quorum; `worst`:
   * the pair whose loss does so for the most keys, `worstKeys`. null beyond 2,000 nodes.
   */
  pairs: { all: number; breaking: number; worst: [string, string] | null; worstKeys: number } | null;
  /** Which nodes serve the keys of the nodes that are down; `heir` is null if none does. */
  heirs: { down: string; heir: string | null; keys: number; requests: number }[];
}

export interface Comparison {
  /** Indices of the keys whose first replica changed. */
  moved: Uint32Array;
  /** The share of all keys that moved, 0 to 1. */
  share: number;
  /** The share of all requests that ask for a key that moved, 0 to 1; present if `requests` were given. */
  requestShare?: number;
  /** The minimum that any strategy must move to get from the old counts to the new ones, 0 to 1. */
  leastShare: number;
  /** How many keys moved beyond that minimum: the unnecessary moves. */
  needless: number;
  /** How many keys moved from one node to another, largest first; null: the keys had no owner, or have none now. */
  flow: { from: string | null; to: string | null; keys: number }[];
}

export interface ParamInfo {
  key: string;
  label: string;
  /** For numbers; a choice has `options` instead. */
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
   * replica order. "rebuilt": clients rebuild their table as if the node had left. "drained": they rebuild it as if the
   * node had a weight of 0. "stops": no key is served at all. "own": a rule of the strategy's own decides.
   */
  does: 'fails' | 'next' | 'rebuilt' | 'drained' | 'stops' | 'own';
  words: string;
  source: string;
  /** The options under which the rule holds, by the parameter's key. */
  with: Record<string, string[]>;
}

export interface StrategyInfo {
  id: string;
  title: string;
  family: 'arithmetic' | 'ring' | 'jump' | 'rendezvous' | 'table' | 'tree' | 'directory';
  /** What it is good for; `limits` says what it cannot do. */
  summary: string;
  limits: string;
  source: string;
  /** The cost of one lookup. */
  lookup: string;
  traits: string[];
  /** What its clients do about nodes that are down: the first rule applies whose `with` fits the parameters. */
  down: DownRule[];
  /** Its hash function; `hashFixed` if it cannot be chosen. */
  hash: string;
  hashFixed: boolean;
  /**
   * For dialects with hash functions of their own: the functions' ids, and the program's names for them, which work
   * too.
   */
  hashesOf?: Record<string, { id: string; name: string }[]>;
  params: ParamInfo[];
}

export interface HashInfo {
  id: string;
  title: string;
  source: string;
  bits: number;
  /** The size of its seed; 0: it takes none. */
  seedBits: number;
  /** How its digest is read as a 64-bit number. */
  reading: string;
  /** A client's own variant of another function in this list; only that client's dialects offer it. */
  onlyOfDialects?: boolean;
}

/**
 * One step from a key to the node that serves it, in the strategy's own terms; `node` is set if the step concerns a
 * node. The last step names the node that serves the key, as place() does. If that is not the owner, because nodes are
 * down, the step's label is "served_by" and its note gives the reason; without `node`, no node serves the key.
 */
export interface Step {
  label: string;
  value: string;
  node?: string;
  /** What the value was read from, if that is not obvious: "first 4 bytes of MD5". */
  note?: string;
}

/**
 * What clients, nodes and the copier do during one phase of a move. A field that you leave out has the first of its
 * values, a flag false, unless its comment says otherwise. See core/migration/README.md.
 */
export interface PhaseInput {
  name: string;
  /**
   * One side after the other, or both at once: with both_old, the old side answers, and the answers are compared
   * (`differed`).
   */
  reads?: 'old' | 'new' | 'old-new' | 'new-old' | 'new-old-new' | 'both_old' | 'both_new';
  writes?: 'old' | 'new' | 'both';
  /** A write to one side deletes the key on the other. */
  move?: boolean;
  /** What a delete leaves behind. both_sides: nothing; it deletes on the other side first, then where writes go. */
  deletes?: 'nothing' | 'tombstone' | 'both_sides';
  copy?: 'none' | 'all' | 'migrate' | 'on_read';
  /** For 'migrate': which side keys leave. */
  copy_from?: 'old' | 'new';
  /** Copies again what an earlier phase copied. */
  copy_again?: boolean;
  copy_tombstones?: boolean;
  /** What happens if a copied key already exists. */
  conflict?: 'overwrite' | 'if_absent' | 'if_newer';
  /** Which keys are compared between the two sides: a share of them (pace.verify_share), or all. */
  verify?: 'none' | 'sample' | 'all';
  /** Copies a key that differs from the old side again, as `conflict` says. */
  repair?: boolean;
  /** Who numbers a write: the old side, and the new one takes over its number; each side; or the client's clock. */
  numbering?: 'authority' | 'each' | 'clocks';
  /** How the new side applies a write that carries its number; default: if_newer. */
  apply?: 'overwrite' | 'if_absent' | 'if_newer';
  /** The same for the old side; default: overwrite. */
  apply_old?: 'overwrite' | 'if_absent' | 'if_newer';
  /** How many sides must answer before a write to both is acknowledged. */
  ack?: 'both' | 'one';
  /** Which side the log of changes is for: the new one (forward) or the old one (back). */
  log?: 'none' | 'forward' | 'back';
  /** Which requests clients hold back. */
  freeze?: 'none' | 'writes' | 'all';
  /** What must hold before the next phase is announced. */
  until?: ('acknowledged' | 'copied' | 'log_drained' | 'expired' | 'asked' | 'verified')[];
  /** The least time that the phase lasts. */
  after_us?: number;
  /** For 'asked': when the operator asks for the next phase, counted from the start of the move. */
  asked_us?: number;
  /** Clients send no request of this phase until every map holder has acknowledged it. */
  barrier?: boolean;
  /** Drops what the old side holds when the phase is announced. */
  drop?: boolean;
  /** What the nodes of a side do with requests, if nodes check them. */
  old?: NodeRule;
  new?: NodeRule;
}
export type NodeRule = 'serve' | 'no_writes' | 'closed' | 'migrating' | 'importing' | 'foreign' | 'gate';

export type MovePreset =
  | 'flip'
  | 'ramp'
  | 'stop'
  | 'copy_then_flip'
  | 'double_write_overwrite'
  | 'double_write'
  | 'log_catch_up'
  | 'slot_by_slot'
  | 'versioned_gate'
  | 'read_through'
  | 'update_moves'
  | 'expire';

/**
 * One side of a move: an input for place(), or a placement, such as that of a running system; default: one replica.
 */
export type SideInput = PlaceInput | { nodes: string[]; owners: Uint32Array; replicas?: number };

/**
 * All times are in microseconds of the simulated run. Only `before` and `after` are required; at most 1,000,000 keys
 * may have an owner in both.
 */
export interface MigrateInput {
  before: SideInput;
  after: SideInput;
  /** A preset, a protocol as text ("start;copy:copy=all,until=copied;…"), or phases; default: double_write. */
  protocol?: MovePreset | (string & {}) | PhaseInput[];
  system?: {
    routing?: 'smart_client' | 'proxy' | 'coordinator' | 'two_level';
    /** How map holders (clients, proxies or the coordinator) learn of a new map. */
    spread?: 'push' | 'poll' | 'on_error';
    /** For push, the mean delay; for poll, the period. */
    map_delay_us?: number;
    /** The nodes are a cache in front of a store of record: misses are normal, and nothing is lost. */
    cache?: boolean;
    /** Whether nodes check requests; default: as the preset does. */
    checks?: boolean;
    clients?: number;
    proxies?: number;
    /**
     * For two_level: servers that share the sections of the map, 1 to 64. A refused client asks the server of its
     * section.
     */
    directories?: number;
    /** The most messages per second that each map server sends or answers; 0: no limit. */
    map_requests_per_second?: number;
    /** Of a message, one way. */
    latency_us?: number;
    jitter_us?: number;
    /** The most that a node serves; 0: no limit. */
    node_requests_per_second?: number;
    /** The most that a node's link carries; 0: no limit. */
    link_bytes_per_second?: number;
  };
  workload?: {
    /** Up to 5,000,000. */
    requests?: number;
    requests_per_second?: number;
    /** Shares of all requests; the rest are reads. */
    writes?: number;
    deletes?: number;
    /**
     * How long a value lives after its write began; 0: forever. The initial values were written at random times within
     * one such lifetime. Not for a cache.
     */
    ttl_us?: number;
    /** The share of keys with values that live forever all the same. */
    permanent?: number;
    /** Zipf's exponent, 0 to 2. */
    skew?: number;
    key_bytes?: number;
    value_bytes?: number;
    timeout_us?: number;
    /**
     * How often a request that timed out is sent again, with the same version: after backoff_us, then twice as long,
     * and so on.
     */
    retries?: number;
    backoff_us?: number;
  };
  pace?: {
    start_us?: number;
    copy_bytes_per_second?: number;
    /**
     * A copier with `copy: 'all'` reads this many rows of one node at once, 1 to 1,000,000 (default 1), and begins to
     * write them page_delay_us later (default 0). Real copiers read some 1,000 rows and write them some 100 ms later.
     */
    page_rows?: number;
    page_delay_us?: number;
    /**
     * What goes through the phases separately: all keys together, or each node, section or key; default: as in the
     * preset.
     */
    unit?: 'all' | 'node' | 'section' | 'key';
    section_keys?: number;
    units_at_once?: number;
    /**
     * The number of a phase: after turn_back_after_us in it, each unit is aborted and goes back through the earlier
     * phases; 0: none is. A protocol that core/migration/README.md calls safe loses nothing by this.
     */
    turn_back_in?: number;
    turn_back_after_us?: number;
    /**
     * All units go back if, within a second, more than this share of the requests read a stale or deleted value, missed
     * the key, were refused or were given up; 0: never.
     */
    turn_back_over?: number;
    /** The share of keys that a phase with verify: 'sample' compares; default: 0.1. */
    verify_share?: number;
    /**
     * 1 or more: keys stay where they are, and each write adds a new key; nodes that were empty before take this many
     * new keys for each one that another node takes. Reads ask all nodes. 0: keys move.
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
    /**
     * What the node holds when it returns: everything, everything but the writes of the last node_tail_us, or nothing.
     */
    node_back?: 'as_it_was' | 'without_tail' | 'empty';
    node_tail_us?: number;
    /** The number of a map holder that is down for a time; the requests that go through it fail with it. */
    holder?: number;
    holder_down_at_us?: number;
    holder_down_us?: number;
    /** The share of messages to nodes that arrive late, and how late. */
    late?: number;
    late_us?: number;
    /** The share of map holders whose clock is behind or ahead; this matters if clocks number the writes. */
    clock_off?: number;
    clock_behind_us?: number;
    clock_ahead_us?: number;
  };
  seed?: number | bigint | string;
  /** The position of a key: the result then tells its story beside those of the anomalies. */
  watch?: number;
}

/** How many requests ended how, and what happened to how many keys. */
export interface MoveTotals {
  requests: number;
  right: number;
  stale: number;
  missed: number;
  /** Reads that returned a deleted value. */
  returned: number;
  /** Requests that timed out, or were redirected too often. */
  failed: number;
  /** How often nodes refused a request. */
  refused: number;
  /** How often nodes replied MOVED or ASK. */
  redirected: number;
  /** Requests that waited before they were sent. */
  waited: number;
  /** With a cache: requests to the store behind it. */
  fromStore: number;
  /** How often a request that had timed out was to be sent again. */
  retried: number;
  /**
   * Requests that were answered, but later than workload.timeout_us after they began: they waited, or were sent again.
   */
  overdue: number;
  /** Keys that have lost an acknowledged write by the end. */
  lostWrites: number;
  /** Keys with a deleted value that somebody read, or that is there at the end. */
  returnedDeletes: number;
  staleKeys: number;
  missedKeys: number;
  /** Among the keys with up to 16 operations, those whose history no order explains; `uncheckedKeys` had more. */
  wrongOrder: number;
  uncheckedKeys: number;
  movedKeys: number;
  copiedKeys: number;
  copiedBytes: number;
  /** Changes that were replayed from the log. */
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
  /** With two_level or map_requests_per_second: how many messages each map server sent or answered. */
  mapRequests?: number[];
  /**
   * If a phase compares: reads of both sides that found different values; keys that were compared, bytes sent and
   * received for that, keys that differed, and those that were repaired.
   */
  differed?: number;
  verifiedKeys?: number;
  verifiedBytes?: number;
  verifyDiffered?: number;
  repaired?: number;
  /**
   * With node_back: keys that a node lacked, or had an older value of, when it came back; and those of them with a lost
   * write or a returned delete at the end.
   */
  forgottenKeys?: number;
  lostByFault?: number;
  /** With turn_back_over: when everything went back; null: it did not. */
  turnedBackAtMs?: number | null;
  /** With grow: the keys of each node at the end, and when the new nodes held as many as the others; null: not yet. */
  nodeKeys?: number[];
  evenAtMs?: number | null;
}

/** What happens to a key while it moves, and what both sides hold after it. */
export interface StoryEvent {
  atMs: number;
  /** Each says which other members it has. */
  event: /** A client, in `phase`, sends `operation` to the sides of `to`. */
  | 'sends'
    | 'sends_again'
    /** A client asks all `shards` that it knows. */
    | 'asks_shards'
    | 'acknowledged'
    /** A read returns `version`; `found` is what is wrong with that. */
    | 'returns'
    | 'tries_again'
    | 'gives_up'
    /** A client, or the node of `at`, acts by `phase` from now on. */
    | 'learns'
    /** `message` arrives at `at`; a read finds `version`. */
    | 'lands'
    /** `version` is gone from `at`. */
    | 'expires'
    /** `at` comes back and has forgotten what it held. */
    | 'forgets'
    /** `at` comes back with `version`, from a log that lags behind. */
    | 'restarts'
    | 'drops_tombstone'
    /** `phase` begins. */
    | 'announced'
    /** The copier or the verifier reads `version` at `at`. */
    | 'reads'
    /** A copy, or the verifier's repair, arrives at `at`. */
    | 'puts'
    /** The key goes to `at` in one step. */
    | 'migrates'
    | 'removes'
    /** A change of the log, `version`, arrives at `at`. */
    | 'brings'
    | 'skips';
  actor: 'client' | 'map' | 'copier' | 'verifier' | 'log' | 'old' | 'new';
  client?: number;
  phase?: string;
  operation?: 'write' | 'delete' | 'read';
  /** Of the operation, from 1. A write has that of its version: write 3 writes v3. */
  number?: number;
  message?: 'write' | 'delete' | 'read' | 'copy' | 'removal';
  /** "v3", "v0" for what was there at first, "nothing" or "a tombstone". */
  version?: string;
  at?: 'old' | 'new';
  to?: ('old' | 'new')[];
  shards?: number;
  /** What a node says that does not do what it is asked. */
  answer?: 'refused' | 'MOVED' | 'ASK';
  /** Nothing was put: something newer was there, or anything at all. */
  dropped?: true;
  /** What the verifier reads at new from what it has read at old. */
  differs?: true;
  found?: 'lost write' | 'returned delete' | 'stale read' | 'missed read' | 'wrong order';
  holds: { old: string; new: string };
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
    | 'right'
    | 'stale'
    | 'missed'
    | 'returned'
    | 'refused'
    | 'redirected'
    | 'waited'
    | 'failed'
    | 'fromStore'
    | 'copied'
    | 'retried'
    | 'overdue',
    number[]
  > & { differed?: number[] };
  /** The first anomaly of each kind, with the story of its key. */
  anomalies: {
    /** 'none': the key that `watch` names. */
    kind: 'none' | 'lost write' | 'returned delete' | 'stale read' | 'missed read' | 'wrong order';
    key: number;
    atMs: number;
    events: StoryEvent[];
    /** @deprecated The events in English, a line each; `events` has them as data. */
    story: string[];
  }[];
  /** Which node holds each key at the end, by its position in `nodes`; 0xFFFFFFFF if none does. */
  owners: Uint32Array;
  /** How many keys the run left out, because they have no owner before or after. */
  leftOut: number;
  /** The most bytes of memory that the run could take. */
  bytes: number;
}

/** Thrown when the core refuses an input. */
export class ReshardError extends Error {
  /** Stable: the codes of core/base/errors.def, and "stopped" if the core itself failed, which is a bug in Reshard. */
  code: string;
  /** The place in the input: "nodes[3].weight", "keys[1]", "params.vnodes", "log[0].remove", "before.owners[7]". */
  field: string;
  /** The template of the message, such as "{field}: {0} is outside {1} to {2}", and its arguments. */
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
   * Like place(), but in slices of about 16 ms, so that a page or a worker can do other work in between: with thousands
   * of nodes, a strategy that looks at every node for each key takes seconds. `onProgress` receives the share of the
   * keys placed so far. If the signal is aborted, the promise rejects with its reason. Inputs are placed one after
   * another; you may make other calls between slices. `failure` is computed at the end, in one piece.
   */
  placeAsync(
    input: PlaceInput,
    options?: { signal?: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<Placement>;
  /** Compares two placements. Nodes are matched by name, keys by index; `requests` as in PlaceInput. */
  compare(before: PlacementInput, after: PlacementInput, requests?: PlaceInput['requests']): Comparison;
  /**
   * Moves the keys from one placement to the other while requests continue, in slices. The first call fetches
   * reshard-migration.wasm. If the signal is aborted, the promise rejects with its reason.
   */
  migrate(
    input: MigrateInput,
    options?: { signal?: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<Migration>;
  /**
   * What to move so that every node is within its limit, in an order in which no step breaks a rule, in slices. The
   * first call fetches reshard-rebalance.wasm. loadRebalancer() of reshard-rebalance.mjs takes another address, and has
   * schedules and the rules of real tools, too.
   */
  rebalance(problem: Problem | ColumnProblem, options?: PlanOptions): Promise<Plan>;
  /** The steps from a key to its owner. The key need not be among those of the input. */
  explain(input: PlaceInput, key: string | Uint8Array): Step[];
}

/**
 * Starts a core. `wasm`: the address of reshard-core.wasm, its bytes, or a compiled module; default: beside this file.
 * `'reshard-core-systems.wasm'` is the same with the strategies of databases, queues and clients that it leaves out.
 * `migration`: the same for reshard-migration.wasm, which migrate() needs.
 */
export function loadReshard(options?: {
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  migration?: string | URL | BufferSource | WebAssembly.Module;
}): Promise<Core>;
