// What the core's module of moves (web/headless/migration.cpp) says of them: the tables of what a move can say, and the
// reader and writer of a link's move=. It is asked for on the page itself, because it must answer at once: a menu that
// changes needs the phases of its protocol, and so does a sentence in the middle of being written.

/**
 * @typedef {object} Preset as in core/migration/model/presets.h
 * @property {string} id
 * @property {string} summary
 * @property {NonNullable<Settings['unit']>} unit
 * @property {boolean} safe
 * @property {boolean} cleans
 * @property {number} back the last phase from which turning back loses nothing; 0: none
 * @property {string} text
 */
/**
 * @typedef {object} Setting
 * @property {Part} part
 * @property {keyof Settings} key
 * @property {'number' | 'fraction' | 'choice' | 'flag'} kind
 * @property {number | string | boolean} default
 * @property {number} [least] of numbers and fractions
 * @property {number} [most]
 * @property {string[]} [options] of a choice
 */
/**
 * @typedef {object} PhaseField
 * @property {string} key
 * @property {'choice' | 'set' | 'flag' | 'number'} kind
 * @property {string | boolean | number | string[]} default
 * @property {string[]} [options] of a choice or a set
 * @property {number} [most] of a number
 */
/** @typedef {Record<'keys' | 'phases' | 'protocolBytes' | 'phaseNameBytes' | 'moveBytes', number>} Limits */
/** @typedef {{presets: Preset[], settings: Setting[], phaseFields: PhaseField[], limits: Limits}} Tables */

/** @typedef {import('../../headless/reshard-core.d.ts').MigrateInput} MigrateInput */
/** @typedef {'system' | 'workload' | 'pace' | 'faults'} Part */
/** @typedef {Pick<MigrateInput, 'protocol' | 'seed' | Part>} MoveInput what core.migrate() takes besides the keys */
/** @typedef {Required<Pick<MigrateInput, Part>>} Parts */
/** @typedef {Omit<Parts['system'], 'checks'> & Parts['workload'] & Parts['pace'] & Parts['faults']} Settings */
/** @typedef {import('../../headless/reshard-core.d.ts').PhaseInput} PhaseInput */
/**
 * @typedef {{move: string, text: string, checks: boolean, phases: PhaseInput[]}} Written `move`: as a link says it;
 *   `text`: its protocol
 */

const kNotYet = 'the module of moves is not loaded';
/** @type {?{tables: Tables, read: (text: string) => MoveInput, write: (move: MoveInput) => Written}} */
let module = null;

/**
 * The rest of this folder needs it first.
 * @param {any} calls the exports of a started reshard-migration.wasm, whose types only C++ knows
 */
export function useMoves(calls) {
  const ask = (/** @type {() => number} */ call, /** @type {string} */ text) => {
    const bytes = new TextEncoder().encode(text),
      to = calls.reshard_request_buffer(bytes.length) >>> 0;
    new Uint8Array(calls.memory.buffer).set(bytes, to);
    const at = call() >>> 0;
    const reply = new Uint8Array(calls.memory.buffer, at, calls.reshard_reply_size());
    const { value, error } = JSON.parse(new TextDecoder().decode(reply));
    if (error) throw Object.assign(new Error(error.message), error); // as ReshardError
    return value;
  };
  module = {
    tables: ask(calls.reshard_tables, ''),
    read: (text) => ask(calls.reshard_read, text),
    write: (move) => ask(calls.reshard_write, JSON.stringify(move)),
  };
}

export const areMovesKnown = () => module !== null;

export function moves() {
  if (!module) throw new Error(kNotYet);
  return module;
}
