// The module's C ABI (web/api/bridge.cpp) as calls with numbers and strings.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const kMostBytes = 2 ** 31 - 1;

/**
 * @typedef {Record<string, (...numbers: (number | boolean)[]) => number>} Module the started module's functions, with
 * “_” before their names
 */

export class Bridge {
  /** @type {?Module} null once it has stopped */
  #module;
  #memory;
  #crashed;
  #hears;

  /**
   * @param {Module} module the started module @param {WebAssembly.Memory} memory its memory
   * @param {(error: Error) => void} crashed called when the module stops for good; from then on every call returns 0
   * @param {(bytes: Uint8Array) => void} hears called with every text that the module is given
   */
  constructor(module, memory, crashed, hears) {
    this.#hears = hears;
    this.#module = module;
    this.#memory = memory;
    this.#crashed = crashed;
  }

  /**
   * Calls reshard_<name>(...numbers) and returns its number.
   * @param {string} name @param {...(number | boolean)} numbers
   */
  call(name, ...numbers) {
    if (!this.#module) return 0;
    try {
      return this.#module[`_reshard_${name}`](...numbers);
    } catch (error) {
      this.#module = null; // its state cannot be trusted any more
      this.#crashed(/** @type {Error} */ (error));
      return 0;
    }
  }

  /**
   * Calls reshard_<name>(...numbers), which returns JSON text. Returns the parsed value, or null after a crash.
   * @template {keyof import('./shapes.js').Answers} Name
   * @param {Name} name @param {...(number | boolean)} numbers
   * @returns {import('./shapes.js').Answers[Name]}
   */
  read(name, ...numbers) {
    return this.#parse(this.call(name, ...numbers));
  }

  /**
   * Calls reshard_<name>(...numbers), which returns text. Returns that text, or "" after a crash.
   * @param {string} name @param {...(number | boolean)} numbers
   */
  text(name, ...numbers) {
    const start = this.call(name, ...numbers);
    return start ? this.#textAt(start) : '';
  }

  /**
   * Puts the text into the module's text buffer, calls reshard_<name>(...numbers) and returns its number.
   * @param {string} name @param {string} text @param {...(number | boolean)} numbers
   */
  send(name, text, ...numbers) {
    return this.sendBytes(name, encoder.encode(text), ...numbers);
  }

  /**
   * The same with bytes. Checks that these are bytes, and no more than the module can count, before it writes any.
   * @param {string} name @param {Uint8Array} bytes @param {...(number | boolean)} numbers
   */
  sendBytes(name, bytes, ...numbers) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name}: bytes are a Uint8Array`);
    if (bytes.length > kMostBytes)
      throw new RangeError(`${name}: ${bytes.length} bytes are more than the module can take`);
    const start = this.call('text_buffer', bytes.length);
    if (start === 0) return 0;
    new Uint8Array(this.#memory.buffer).set(bytes, start);
    this.#hears(bytes);
    return this.call(name, ...numbers);
  }

  /**
   * Sends bytes and returns the value of the JSON text that comes back.
   * @param {string} name @param {Uint8Array} bytes
   */
  askBytes(name, bytes) {
    return this.#parse(this.sendBytes(name, bytes));
  }

  /**
   * Sends the text and returns the value of the JSON text that comes back.
   * @param {string} name @param {string} text
   */
  ask(name, text) {
    return this.#parse(this.send(name, text));
  }

  /**
   * Sends the text and numbers, and returns the text that comes back, or "" after a crash.
   * @param {string} name @param {string} text @param {...(number | boolean)} numbers
   */
  reply(name, text, ...numbers) {
    const start = this.send(name, text, ...numbers);
    return start ? this.#textAt(start) : '';
  }

  /** @param {number} start */
  #parse(start) {
    return start ? JSON.parse(this.#textAt(start)) : null;
  }

  /** @param {number} start */
  #textAt(start) {
    const bytes = new Uint8Array(this.#memory.buffer);
    return decoder.decode(bytes.subarray(start, bytes.indexOf(0, start)));
  }
}
