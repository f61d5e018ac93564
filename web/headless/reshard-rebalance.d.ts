/**
 * What to move so that every node is within its limit: the list of moves with the fewest bytes, in an order in which no
 * step breaks a rule, and what real tools do with the same problem.
 *
 *     import { loadReshard } from './reshard-core.mjs';
 *
 *     (await loadReshard()).rebalance({
 *       nodes: [{ name: 'a' }, { name: 'b' }],
 *       entries: [
 *         { id: 's1', bytes: 100, load: 7, replicas: ['a'] },
 *         { id: 's2', bytes: 50, load: 6, replicas: ['a'] },
 *       ],
 *       options: { epsilon: 0.1 },
 *     }); // a promise of { moves: [['s2', 'a', 'b']], … }
 *
 * That fetches reshard-rebalance.wasm. loadRebalancer() of this module does without a core, takes another address, and
 * has schedules and the rules of real tools as well. A problem that is refused throws a ReshardError (see
 * reshard-core.d.ts) whose `field` names the place in it: "entries[3].replicas[1]".
 *
 * Limits: 10,000 nodes; 2,000,000 entries; 16 replicas; 1 GB of a problem as JSON; amounts are whole numbers up to 2^53.
 */

/** Starts a planner. `wasm`: the address of reshard-rebalance.wasm, its bytes, or a compiled module; default: beside this file. */
export function loadRebalancer(options?: {
  wasm?: string | URL | BufferSource | WebAssembly.Module;
}): Promise<Rebalancer>;

export interface Rebalancer {
  /** The best plan within so many steps. The same problem, seed and steps give the same plan on every machine. */
  plan(problem: Problem | ColumnProblem, options?: PlanOptions): Promise<Plan>;
  /** The real tools whose rules are known. */
  tools(): Tool[];
  /** What such a tool would do; refused where its system cannot have the problem. */
  tool(problem: Problem | ColumnProblem, id: string, options?: Record<string, string>): Promise<ToolPlan>;
  /**
   * When moves run, at most options.max_in_flight at a node at a time: those of a plan, its first ones, or any that are
   * possible in their order. Refused with the move that is not: "moves[3][2]".
   */
  schedule(problem: Problem | ColumnProblem, moves: Move[], pace: Pace): Promise<Schedule>;
}

/** See core/rebalance/README.md. Everything that may be left out has a default. */
export interface Problem {
  id?: string;
  nodes: { name: string; capacity?: number; zone?: string; disk?: number | null }[];
  /** `load`: of each replica; `leader_load` and `follower_load` in its place where they differ. The first replica leads. */
  entries: {
    id: string;
    bytes: number;
    load?: number;
    leader_load?: number;
    follower_load?: number;
    amounts?: Record<string, number>;
    replicas: string[];
  }[];
  options?: {
    /** A node bears at most (1 + epsilon) times its share, and at least (1 - lower_epsilon) times it. */
    epsilon?: number;
    lower_epsilon?: number;
    by?: 'load' | 'bytes' | 'count';
    limits?: { of: string; epsilon: number; lower_epsilon?: number }[];
    drain?: string[];
    pinned?: string[];
    /** [entry, from, to]: the copy on `from` ends on `to`, whatever else happens, by a detour if need be. */
    forced?: [entry: string, from: string, to: string][];
    zones?: 'none' | 'distinct';
    max_in_flight?: number;
    per_move?: number;
  };
}

/** For many entries. */
export interface ColumnProblem extends Omit<Problem, 'entries'> {
  columns: Columns;
}

/**
 * Entries as columns: typed arrays, or lists. They are named "0", "1", …, in options and in the plan as well.
 *
 *     { bytes: new Float64Array([100, 50]), load: new Float64Array([7, 6]), holders: new Uint32Array([0, 0]) }
 */
export interface Columns {
  bytes: ArrayLike<number>;
  load: ArrayLike<number>;
  /** Positions in `nodes`: of each entry's replicas, entry by entry; the first replica leads. */
  holders: ArrayLike<number>;
  /** Where each entry's holders begin, and behind the last one's end; default: each entry has one. */
  first?: ArrayLike<number>;
}

export interface PlanOptions {
  /** Default: 1. */
  seed?: number;
  /** How much is tried, counted in looks at a place for an entry; default: 20,000,000. */
  steps?: number;
  /** Whether the moves come in an order that keeps the rules at every step; default: true. */
  withOrder?: boolean;
  /** Ends the search. With `onPlan` the best plan so far is the answer; without, the promise rejects with its reason. */
  signal?: AbortSignal;
  /** Called with the best plan so far whenever more was tried. */
  onPlan?: (plan: Plan) => void;
}

/** [entry, from, to], and "lead" where only leadership moves. */
export type Move = [entry: string, from: string, to: string] | [entry: string, from: string, to: string, kind: 'lead'];

export interface Figures {
  /** What nodes bear above their limits, in all. */
  excess: number;
  bytes: number;
  /** Bytes, and options.per_move for each move. */
  cost: number;
}

export interface Plan extends Figures {
  /** In the order in which they are carried out. */
  moves: Move[];
  /** By move: moves with the same number are one step to whoever watches. */
  groups: number[];
  /** Positions in `moves` of copies that go on from there later. */
  detours: number[];
  /** Whether there is a plan that keeps the rules; `impossible`: it is proven that there is none. */
  found: boolean;
  impossible: boolean;
  /** No plan is better. */
  proven: boolean;
  /** What the busiest node bears, in its shares. */
  ratio_before: number;
  ratio: number;
  /**
   * Why each move is there: what, which node, and as far as it is about them the limit, an amount, positions of the step
   * that it makes room for and of the one by which it goes on. See core/rebalance/README.md.
   */
  reasons: [what: string, node: string, ...more: (string | number)[]][];
  /** What the first steps cost and leave: steps, bytes, excess, the busiest node's load in its shares. */
  curve: [steps: number, bytes: number, excess: number, ratio: number][];
  /** If there is no plan: conditions that contradict each other, and what would do. */
  why?: {
    conditions: { what: string; node?: string; entry?: string; count?: number }[];
    remedies: { what: string; node?: string; entry?: string; count?: number }[];
    /** None of the conditions can be left out. */
    smallest: boolean;
  };
  /** What stands in the way of less excess: an entry that is hotter than a node may be, and the like. */
  obstacles?: { what: string; node?: string; entry?: string; count?: number }[];
  /** Bytes of room that are missing on a node for the order to go on. */
  missing?: [node: string, bytes: number];
  /** What no plan can do without. */
  bound: {
    /** Now. */
    excess: number;
    /** In the end, as entries are too hot for any node or zones too small. */
    least_excess: number;
    /** `cost`, `fractional` and `moves` are of plans that leave no more than this. */
    cost_excess: number;
    cost: number;
    whole: boolean;
    fractional: number;
    moves: number;
    ratio: number;
    hottest?: string;
  };
  /** The best end, whatever the way there. */
  target?: Figures & { moves: number; proven: boolean };
}

export interface Pace {
  /** Of one copy, in bytes per second: a whole number, at least 1. */
  rate: number;
  /** Milliseconds that each copy takes besides, up to a day; default: 0. */
  fixed?: number;
  /** Copies run within these minutes since midnight alone, also over midnight; null, or equal ones: always. */
  window?: { begin: number; end: number } | null;
}

/** In milliseconds since the midnight before the first window, or since the start. */
export type Schedule =
  | {
      /** By move. */
      spans: [start: number, end: number][];
      end_ms: number;
      /** During which something is copied. */
      busy_ms: number;
      /** No schedule is busy for less. */
      bound_ms: number;
    }
  /** Positions of moves that no window is long enough for. */
  | { too_long: number[] };

export interface Tool {
  id: string;
  title: string;
  /** Which version, and where its rule is from. */
  source: string;
  /** The tool was run and did the same, or its rule was read in its source. */
  known: 'run' | 'read';
  /** The names of its options, separated by blanks. */
  options: string;
}

export interface ToolPlan {
  /** In the tool's order, as far as it has one. */
  moves: Move[];
  /** Moves that the tool found and that gain too little for it. */
  ignored: number;
  /**
   * What its first moves cost and leave, from none to all of them, at most 200 points. By limit of the problem, `worst` is
   * what the busiest node bears, in its shares; `excess` is what nodes bear above their limits, in all.
   */
  curve: { moves: number; bytes: number; limits: { worst: number; excess: number }[] }[];
}
