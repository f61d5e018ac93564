// The module's C ABI (web/api/bridge.cpp) as calls with numbers and strings.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const kMostBytes = 2 ** 31 - 1;

export class Bridge {
  #module;
  #memory;
  #crashed;
  #hears;

  /**
   * @param {object} module the started module @param {WebAssembly.Memory} memory its memory
   * @param {(error: Error) => void} crashed called when the module stops for good; from then on every call answers 0
   * @param {(bytes: Uint8Array) => void} hears called with every text that the module is given
   */
  constructor(module, memory, crashed, hears) {
    this.#hears = hears;
    this.#module = module;
    this.#memory = memory;
    this.#crashed = crashed;
  }

  /** Calls reshard_<name> with numbers; answers its number. */
  call(name, ...numbers) {
    if (!this.#module) return 0;
    try {
      return this.#module[`_reshard_${name}`](...numbers);
    } catch (error) {
      this.#module = null;  // what is left of it is not to be trusted
      this.#crashed(error);
      return 0;
    }
  }

  /** Calls reshard_<name> with numbers, which answers with JSON text; gives the value, or null after a crash. */
  read(name, ...numbers) {
    return this.#parse(this.call(name, ...numbers));
  }

  /** Calls reshard_<name> with numbers, which answers with text; gives it, or "" after a crash. */
  text(name, ...numbers) {
    const start = this.call(name, ...numbers);
    return start ? this.#textAt(start) : '';
  }

  /** Calls reshard_<name>, which takes the text from the module's text buffer, and numbers; answers its number. */
  send(name, text, ...numbers) {
    return this.sendBytes(name, encoder.encode(text), ...numbers);
  }

  /** The same with bytes. Nothing is written before it is known what, and that the module can count it. */
  sendBytes(name, bytes, ...numbers) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name}: bytes are a Uint8Array`);
    if (bytes.length > kMostBytes) throw new RangeError(`${name}: ${bytes.length} bytes are more than the module can take`);
    const start = this.call('text_buffer', bytes.length);
    if (start === 0) return 0;
    new Uint8Array(this.#memory.buffer).set(bytes, start);
    this.#hears(bytes);
    return this.call(name, ...numbers);
  }

  /** Sends bytes, gives the value of the JSON text that comes back. */
  askBytes(name, bytes) {
    return this.#parse(this.sendBytes(name, bytes));
  }

  /** Both: sends the text, gives the value of the JSON text that comes back. */
  ask(name, text) {
    return this.#parse(this.send(name, text));
  }

  /** Sends the text, then numbers; gives the text that comes back, or "" after a crash. */
  reply(name, text, ...numbers) {
    const start = this.send(name, text, ...numbers);
    return start ? this.#textAt(start) : '';
  }

  #parse(start) {
    return start ? JSON.parse(this.#textAt(start)) : null;
  }

  #textAt(start) {
    const bytes = new Uint8Array(this.#memory.buffer);
    return decoder.decode(bytes.subarray(start, bytes.indexOf(0, start)));
  }
}
