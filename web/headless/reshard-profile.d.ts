/**
 * Which column should be the sharding key? The profiler reads the rows of one table once, in batches. For each
 * candidate, a column or a pair of columns, the profile says how many values it has, how many rows the most frequent
 * value has, whether values grow with time, and how the rows spread over the shards. With templates of the queries,
 * judge() then says how many shards each query asks under each key.
 *
 *     import { loadProfiler } from './reshard-profile.mjs';
 *
 * loadProfiler() fetches reshard-profile.wasm, which contains the strategies. Every call is synchronous; only push(),
 * which reads one batch, and finish() take long. A call that is refused throws a ReshardError (see reshard-core.d.ts)
 * whose `field` names the place in the input: "templates[3].perSecond". If the module runs out of memory, the call is
 * refused ("too_large"), what was open has ended, and a fresh module answers from then on.
 *
 * Limits: 1 to 200 columns, 1 to 6 candidates, 6 pairs; 4,000,000,000 rows; values of candidates up to 4,096 bytes;
 * 1,000 templates; 4 MB for any input that is passed as JSON.
 */
import type { PlaceInput } from './reshard-core.js';

/**
 * Starts a profiler. `wasm`: the address of reshard-profile.wasm, its bytes, or a compiled module; default: beside this
 * file.
 */
export function loadProfiler(options?: { wasm?: string | URL | BufferSource | WebAssembly.Module }): Promise<Profiler>;

export interface Profiler {
  /** Begins a profile. Only one can be open: opening another one ends it. */
  open(input: ProfileInput): OpenProfile;
  /** Checks templates strictly and returns them with the defaults filled in. */
  readTemplates(templates: TemplateInput[]): Template[];
  /** What to profile: the columns by which the templates find rows, the most queried first; at most 6, and 6 pairs. */
  suggest(input: SuggestInput): { candidates: string[]; pairs: [string, string][] };
  /** Pure: which candidate serves these queries best, and why the others do not. Best first. */
  judge(input: JudgeInput): Judgement;
  /**
   * Pure: what a second copy of the table under another key costs, and which queries it turns from scatter into one.
   */
  secondView(input: SecondViewInput): SecondView;
  /** Cuts each of the largest units into k salted parts: how even the shards are then, and what reads cost. */
  salt(input: SaltInput): Salting;
  /** Pure: the slowest of n answers: F(x) ^ n. */
  tail(input: TailInput): Tail;
  /**
   * Pure: Spearman's rank correlation of two lists of equal length, at most 1,000,000 numbers each; ties share their
   * mean rank; null if a list is constant.
   */
  rank(a: ArrayLike<number>, b: ArrayLike<number>): number | null;
  /**
   * Begins to look for the strategy that placed keys on their owners; it ends a profile, and another profile ends it. 1
   * to 1,000,000 rows.
   */
  identify(input: IdentifyInput): Identifying;
  /** The available worlds: tables generated from a seed, and their queries. */
  worlds(): WorldInfo[];
  /** Begins a world; you can push its batches into a profile as they are. Like profiles, only one can be open. */
  world(input: WorldInput): World;
}

// --- Which strategy placed these keys
// ---------------------------------------------------------------------------------

export interface IdentifyInput {
  /** Keys, and the name of each one's owner: texts, or bytes with the end of each. */
  keys: ColumnValues;
  owners: ColumnValues;
  /**
   * All nodes in their order. Default: the owners in the order of their names, numbers by value. Then the search also
   * tries what the rows show of the order and of further nodes; and equal weights other than 1, unless `nodes` has
   * weights.
   */
  nodes?: { name: string; weight?: number }[];
  /** A strategy of which to say how many rows it places on their owners, as for place(). */
  shown?: PlaceInput;
}

export interface Identifying {
  /** Tries one candidate more; returns the share that is done, or null at the end. */
  step(): number | null;
  /** To be called once. */
  finish(): Fits;
}

export interface Fits {
  /** How many rows were compared, in decimal. */
  rows: string;
  /** A row such as "key,owner", which names the columns and is not compared; null if there is none. */
  header: string | null;
  /** The best ones, best first; among equals those that differ least from their strategy's defaults. */
  fits: Fit[];
  /** How many of all placements are as good as fits[0]. */
  alike: number;
  /** Whether fits[0] places at least 99% of the rows on their owners. */
  found: boolean;
  /** The share of rows that the most frequent owner has: what a guess gets right. */
  chance: number;
  tried: {
    candidates: number;
    placements: number;
    weights: number[];
    fewestNodes: number;
    mostNodes: number;
    /** Strategies that need all keys. */ leftOut: string[];
  };
  /** The share of rows that `shown` places on their owners. */
  agrees?: number;
}

export interface Fit {
  share: number;
  strategy: string;
  /** The strategy's title, in English. */
  title: string;
  hash: string;
  params: Record<string, number | string>;
  /** Keys of the parameters that tell it apart from other candidates. */
  settings: string[];
  link: string;
  /** The names of the nodes, in their order. */
  nodes: string[];
  /**
   * What it assumes about the nodes: their order ('found': as the rows show it), the weight of each (null: as given,
   * and not equal), and those that own none of the rows.
   */
  assumed: { order: 'by_name' | 'found' | 'given'; weight: number | null; unseen: string[] };
}

// --- A profile of rows
// ------------------------------------------------------------------------------------------------

export interface ProfileInput {
  /** The names of all columns, each once, in the order in which the batches have them. */
  columns: string[];
  /** 1 to 6 of them. */
  candidates: string[];
  /**
   * Up to 6 pairs of columns, which need not be candidates on their own. A pair's value is both values joined by "|".
   */
  pairs?: [string, string][];
  /** The column that says when a row arrived; default: the order of the rows. */
  time?: string;
  /**
   * The shards: nodes, strategy, params, hash and log as for place(). Without them, the profile says nothing about
   * shards.
   */
  shards?: Omit<PlaceInput, 'keys' | 'replicas' | 'requests'>;
  /** Determines which rows are in the sample; without effect if all are. Default: 0. */
  seed?: number | bigint | string;
  /** How many of the most frequent values to list: 1 to 100; default: 10. */
  top?: number;
  /**
   * How many bytes the exact tables may take, 1 MB to 1.5 GB; default: 768 MB. Beyond that, a sketch replaces the
   * largest.
   */
  memory?: number;
  /**
   * How many rows are sampled for the rank correlation and the newest rows, 100 to 1,000,000; default: 131,072. A table
   * with fewer rows is used whole.
   */
  sample?: number;
}

/**
 * One column of a batch: texts (null and '' both mean "no value"), or texts in UTF-8, concatenated. null: the column
 * was not read, which is refused for the time and for columns of candidates and pairs.
 */
export type ColumnValues = (string | null)[] | { bytes: Uint8Array; ends: Uint32Array } | null;
// If concatenated, value i is bytes[ends[i - 1] ?? 0 .. ends[i]]; an empty one means "no value".

export interface OpenProfile {
  /**
   * One ColumnValues for each of `columns`, all with the same number of rows: 1 to 1,000,000; 10,000 to 50,000 is
   * quickest.
   */
  push(batch: ColumnValues[]): void;
  /** The state so far. `exact`: whether all tables are still exact. */
  readonly progress: { rows: number; memoryBytes: number; exact: boolean };
  /** Ends the profile and returns it. You may call it once; after it, push() throws. */
  finish(): Profile;
}

export interface Profile {
  rows: number;
  /** All columns, in their order. `bytes`: the size of the values as text; null if no batch had the column. */
  columns: { name: string; nulls: number; bytes: number | null }[];
  /** The average size of a row as text, in bytes, from which secondView() estimates the size of a copy. */
  rowBytes: number;
  /** The names of the nodes after `log`, in their order; empty without `shards`. */
  shards: string[];
  /** The strategy's id; '' without `shards`. */
  strategy: string;
  time: {
    column: string | null;
    /** How its values were compared. */ order: Order;
    /** Rows in the sample, and whether those are all rows. */ rows: number;
    all: boolean;
  };
  /** Single columns in the order of `candidates`, then the pairs. */
  candidates: CandidateProfile[];
  memoryBytes: number;
}

/**
 * 'rows': the order in which they arrived. 'numbers': all sampled values parse as numbers. 'times': all parse as ISO
 * 8601 dates. 'text': by bytes.
 */
export type Order = 'rows' | 'numbers' | 'times' | 'text';

export interface CandidateProfile {
  /** "user_id", or "user_id, created_at". */
  id: string;
  /** One or two. */
  columns: string[];
  /** Rows with a value, and rows without one (for a pair: without one of the two). */
  rows: number;
  nulls: number;
  /**
   * The number of different values. `error`: its relative standard error if it is estimated (HyperLogLog, 0.0081), else
   * 0. `effective`: how many values of equal size would spread as unevenly, rows² / Σ (rows of a value)²; 0 without
   * rows.
   */
  distinct: { value: number; exact: boolean; error: number; effective: number };
  /**
   * The most frequent values first (ties: the one that came first). If not exact, count - error <= true count <= count
   * (space-saving).
   */
  top: TopValue[];
  /** No value outside `top` has more rows than this. */
  restAtMost: number;
  /** The largest unit, that is, all rows with the value top[0], and its share of `rows`. */
  largest: { rows: number; share: number; exact: boolean };
  /** Spearman's correlation of the values' ranks with those of time, in the sample; null if all values are equal. */
  rank: {
    rho: number | null;
    /** |rho| >= 0.7, as in MongoDB's analyzeShardKey. */
    monotonic: 'increasing' | 'decreasing' | 'no';
    order: Order;
    rows: number;
    /** Whether the sample contains all rows. */
    exact: boolean;
    /** 1 / sqrt(rows - 1): the standard error of rho if there is no correlation; 0 if exact. */
    error: number;
  };
  /** Rows on each shard, by position in `shards`; null without shards, or if `whyNoSpread` is set. */
  spread: Spread | null;
  /**
   * 'sketch': the strategy needs all keys, and they did not fit into the memory. 'refused': it cannot place the value
   * in `refused`.
   */
  whyNoSpread?: 'sketch' | 'refused';
  refused?: { value: string; message: string };
  /**
   * Where the newest rows are: the sampled rows of the last hour, if the time has hours (ISO 8601, or seconds,
   * milliseconds or microseconds since 1970) and these rows are at least 100 and at most half of the sample; otherwise
   * the newest 1% of the sample, at least 100.
   */
  newest: Newest | null;
  memoryBytes: number;
}

export interface TopValue {
  /**
   * As text; U+FFFD stands for bytes that are not UTF-8. For a pair: both, joined by "|". Beyond 200 bytes: cut, with
   * an ellipsis.
   */
  value: string;
  count: number;
  error: number;
  /** Its share of the rows that have a value, 0 to 1. */
  share: number;
  /** The position of its shard in `shards`; null without shards. */
  shard: number | null;
}

export interface Spread {
  /** Rows on each shard. */
  counts: number[];
  /** The number of different values on each shard; null if it is only estimated. */
  units: number[] | null;
  /** Rows that no node owns. */
  unplaced: number;
  max: number;
  mean: number;
  /** Max / mean and the coefficient of variation (population) of `counts`, and the position of the largest. */
  maxToMean: number;
  cv: number;
  largestShard: number;
}

export interface Newest {
  of: 'hour' | 'share';
  /** How many of these sampled rows have a value. */
  rows: number;
  /** The first and the last time, as the rows have them; row numbers if the order of the rows is the time. */
  from: string;
  to: string;
  /** The shard that has most of them, and its share of them. */
  shard: number;
  share: number;
  /** How many different values they have. */
  units: number;
}

// --- Query templates
// --------------------------------------------------------------------------------------------------

/**
 * A column of a template: "customer_id" (of the only table) or "orders.customer_id", by the table's name, not its
 * alias.
 */
export type ColumnName = string;

export interface TemplateInput {
  /** 1 to 100 characters; no two templates have the same. */
  id: string;
  /** The query as it is shown. Up to 10,000 characters. */
  text?: string;
  /** How often it runs: 0 to 1e9. */
  perSecond: number;
  kind: 'select' | 'insert' | 'update' | 'delete';
  /** 0 to 20; a write changes the first. */
  tables: { name: string; alias?: string }[];
  /** column = ?, or column IN (a list of so many `values`): 1 to 1,000,000; default: 1. */
  equal?: { column: ColumnName; values?: number }[];
  /** Columns that the query bounds: BETWEEN, <, >, … */
  ranges?: { column: ColumnName }[];
  /** left = right, between columns of two tables. */
  joins?: [ColumnName, ColumnName][];
  /** The columns that an update sets. */
  sets?: ColumnName[];
  /** false: the parser did not understand the statement, which then counts as a scatter. Default: true. */
  understood?: boolean;
  /** What was not understood. */
  why?: string;
}

export type Template = Required<Omit<TemplateInput, 'equal'>> & { equal: { column: ColumnName; values: number }[] };

export interface SuggestInput {
  columns: string[];
  /** The name of the profiled table; default: the first table of the most frequent template that names one. */
  table?: string;
  templates: TemplateInput[];
}

// --- The verdict
// ------------------------------------------------------------------------------------------------------

export interface JudgeInput {
  profile: Profile;
  templates: TemplateInput[];
  /** As in SuggestInput. */
  table?: string;
  /** The number of shards, 1 to 10,000; default: that of the profile. */
  shards?: number;
  /** The table's UNIQUE constraints, each a list of columns. */
  unique?: string[][];
  /** Tables that every node has a full copy of: joining them costs nothing. */
  reference?: string[];
  /**
   * Other tables' keys: { customers: "id" }. Without its key, a table counts as sharded by the column that joins it:
   * the best case.
   */
  keys?: Record<string, string>;
  /**
   * How a pair is placed: by the hash of 'both' (the default), or of the 'first' alone, with rows ordered by the
   * second: (hash(a), b).
   */
  pairs?: 'both' | 'first';
}

export interface Judgement {
  shards: number;
  table: string;
  /** Queries per second on this table; `otherPerSecond` are on other tables and left out. */
  perSecond: number;
  otherPerSecond: number;
  /** The ids of the templates on this table that the parser did not understand. */
  notUnderstood: string[];
  /**
   * Best first: those in `tie`, then the others; among them by score, then evenness, then cross-shard writes, then
   * their order.
   */
  candidates: CandidateJudgement[];
  /**
   * The ids of the first candidates, if which of them is first is chance; empty if one is best. A profile shows one
   * placement; judge() draws up to 400 others of the same rows, on shards that get as uneven parts of all values, from
   * the counts of the most frequent values, `distinct.effective` and `spread.units`. The candidate with the highest
   * mean score is tied with each that scores as well in at least one draw of twenty.
   */
  tie: string[];
}

export interface CandidateJudgement {
  id: string;
  columns: string[];
  /**
   * The ideal load of a shard divided by that of the busiest one, 0 to 1. If a query runs f times per second and asks
   * every shard that it needs, of n, then ideal = sum f / n and busiest = sum f * (its chance of asking the busiest
   * shard). 0.25 with 8 shards: they serve as many requests as 2 ideally loaded ones.
   */
  score: number;
  /** score * n: how many ideally loaded shards would serve as much. */
  worthShards: number;
  /**
   * Why it is no good key, whatever the queries: so few values that equally frequent ones would keep less than half of
   * the shards busy; or the newest rows are on one shard, and no query says how often rows are inserted. null: neither.
   */
  unfit: 'few_values' | 'hot_newest' | null;
  /** Requests per second that all shards receive together, and that the busiest one receives. */
  shardRequests: number;
  busiest: number;
  /** Expected shards per query, weighted by frequency; the shares of queries that ask one shard, several, or all. */
  meanShards: number;
  one: number;
  some: number;
  all: number;
  /** The share of the queries with a join that stay on one shard; null without joins. */
  joinsOnOne: number | null;
  /** Writes per second that touch two shards or more. */
  crossShardWrites: number;
  /** Updates per second that change the key, so that the row moves. */
  keyUpdates: number;
  /** Constraints that do not contain the key: no shard can check them alone. */
  uniqueWithoutKey: string[][];
  /** Indexes over all shards that would turn a scatter into two requests, the most useful first. */
  globalIndexes: {
    columns: string[];
    templates: string[];
    perSecond: number;
    /** Writes per second that must update it. */ writes: number;
  }[];
  templates: TemplateJudgement[];
  /** Why it is good or bad, the most important first; [0] is the one to show. */
  reasons: Reason[];
  /** What goes wrong with it, as its own rows show; null if nothing does. */
  failure: Failure | null;
}

export interface TemplateJudgement {
  id: string;
  asks: 'one' | 'some' | 'all';
  /** Expected number of shards. */
  shards: number;
  /**
   * Why: it gives the key, or k values of it (IN); it gives no key, or a range; a join crosses shards; not understood;
   * the inserted row has its key.
   */
  because: 'key' | 'in' | 'no_key' | 'range' | 'join_crosses' | 'not_understood' | 'insert';
  /** 'none': no join. */
  join: 'none' | 'one_shard' | 'crosses';
  /** The expected number of shards that it changes; 0 for a read. */
  writes: number;
  movesRow: boolean;
  perSecond: number;
}

/**
 * The page puts the reasons into words. `weight`: the share of the capacity that is lost, 0 to 1; 0 if it is not about
 * load.
 */
export type Reason =
  | { code: 'one_shard'; weight: 0; share: number }
  | { code: 'scatter'; weight: number; templates: string[]; share: number }
  | { code: 'hot_unit'; weight: number; value: string; share: number; shard: number | null; shardName: string | null }
  | {
      code: 'hot_newest';
      weight: number;
      share: number;
      shard: number;
      shardName: string;
      from: string;
      to: string;
      of: 'hour' | 'share';
    }
  | { code: 'few_values'; weight: number; distinct: number; shards: number }
  | { code: 'uneven'; weight: number; maxToMean: number; shard: number; shardName: string }
  | { code: 'monotonic'; weight: 0; rho: number }
  | { code: 'nulls'; weight: number; nulls: number; share: number }
  | { code: 'joins_cross'; weight: number; templates: string[]; share: number }
  | { code: 'key_updates'; weight: 0; perSecond: number; templates: string[] }
  | { code: 'unique_without_key'; weight: 0; columns: string[] }
  | { code: 'no_templates'; weight: 0 };

export type Failure =
  | { kind: 'celebrity'; value: string; rows: number; share: number; shard: number | null; shardName: string | null }
  | {
      kind: 'hot_newest';
      shard: number;
      shardName: string;
      share: number;
      from: string;
      to: string;
      of: 'hour' | 'share';
    }
  | { kind: 'scatter'; template: string; perSecond: number; shards: number }
  | { kind: 'few_values'; distinct: number; shards: number; values: string[] };

// --- What to do about it
// ----------------------------------------------------------------------------------------------

export interface SecondViewInput extends JudgeInput {
  /** Ids of two candidates: the table's key, and that of the copy. */
  key: string;
  second: string;
}

export interface SecondView {
  /** The bytes that the copy takes: rows * rowBytes, as many as the table. */
  bytes: number;
  /** Writes per second with one view and with both: each write is done twice. */
  writes: number;
  writesWithBoth: number;
  /**
   * Requests per second that the shards receive: with the first view alone, and with both (a read uses the view that
   * asks fewer shards).
   */
  shardRequests: number;
  shardRequestsWithBoth: number;
  score: number;
  scoreWithBoth: number;
  templates: {
    id: string;
    shards: number;
    withBoth: number;
    view: 1 | 2;
    /** From several or all shards to one. */ turnsIntoOne: boolean;
  }[];
}

export interface SaltInput {
  profile: Profile;
  candidate: string;
  /** Parts for each hot unit: 2 to 1,000. */
  salts: number;
  /**
   * How many of the most frequent values: 1 to 100; default: those with at least a tenth of a shard's mean rows, at
   * least 1.
   */
  units?: number;
  /** As in ProfileInput; default: the shards of the profile that was opened last. */
  shards?: ProfileInput['shards'];
}

/** Value v becomes "v#0" … "v#(k-1)", placed by the strategy; its rows spread evenly over the parts. */
export interface Salting {
  units: { value: string; rows: number; /** Positions of the shards that its parts are on. */ shards: number[] }[];
  before: Spread;
  after: Spread;
  /** How many shards a read of a salted unit asks on average (those that hold its parts); at most k. */
  readShards: number;
  /** n * (1 - (1 - 1/n) ^ k). */
  expectedReadShards: number;
}

export interface TailInput {
  /** How many shards are asked at once: up to 100 numbers, each 1 to 10,000. */
  shards: number[];
  /** How long one answer takes, in milliseconds: a distribution, or 2 to 1,000,000 measured times. */
  one:
    | { kind: 'exponential'; mean: number }
    | { kind: 'lognormal'; median: number; /** 99th percentile. */ p99: number }
    | { kind: 'pareto'; min: number; alpha: number }
    | { kind: 'two_point'; fast: number; slow: number; /** Chance of the slow one. */ chance: number }
    | { kind: 'measured'; times: number[] };
  /** Quantiles of the slowest answer; default: [0.5, 0.9, 0.99, 0.999]. */
  quantiles?: number[];
}

export interface Tail {
  quantiles: number[];
  /** P(max <= x) = F(x) ^ n, so the q-quantile of the slowest of n is the q ^ (1/n)-quantile of one. */
  rows: {
    shards: number;
    /** q ^ (1/n) for each quantile. */ quantileOfOne: number[];
    times: number[];
    /** The chance that one of n is slower than a single answer's 99th percentile: 1 - 0.99 ^ n. */ slowerThanP99: number;
  }[];
}

// --- Worlds
// -----------------------------------------------------------------------------------------------------------

export type WorldId = 'shop' | 'social' | 'sensors';

export interface WorldInfo {
  id: WorldId;
  table: string;
  columns: string[];
  time: string;
  /** What to profile. */
  candidates: string[];
  pairs: [string, string][];
  unique: string[][];
  reference: string[];
  templates: Template[];
  /** The default number of rows. */
  rows: number;
}

export interface WorldInput {
  id: WorldId;
  /** 1 to 10,000,000; default: WorldInfo.rows. */
  rows?: number;
  /** Default: 1. */
  seed?: number | bigint | string;
}

export interface World {
  readonly info: WorldInfo;
  /** The next rows, at most this many (default: 20,000), ready for push(); null when there are no more. */
  next(rows?: number): { bytes: Uint8Array; ends: Uint32Array }[] | null;
  /** Rows first to first + count - 1 as texts, to show them; `count` is at most 1,000. */
  rows(first: number, count: number): (string | null)[][];
}
