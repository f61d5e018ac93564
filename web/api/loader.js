// Fetches the module and its fonts at the same time, and starts it. An error names the file and the reason.

import { Fonts } from './fonts.js';

/** The two builds of the module: web/host/second_build.js says when which. */
const kModules = ['../reshard.wasm', '../reshard-systems.wasm'];

export class LoadError extends Error {
  /** @param {string} file @param {string} reason */
  constructor(file, reason) {
    super(`${file.replace(/^(\.+\/)+/, '')}: ${reason}`);
  }
}

/**
 * @typedef {{log: (line: string) => void, fail: (kind: string, reason: string) => void} & Record<string, unknown>} Page
 * and announce, copy, setTheme
 */

/**
 * @param {Page} page what the module finds as Module.page
 * @param {boolean} systems whether to load the second build
 * @returns {Promise<{module: import('./bridge.js').Module, memory: WebAssembly.Memory, fonts: Fonts}>}
 */
export async function load(page, systems) {
  const compiling = compile(kModules[Number(systems)]);
  const scripting = importScript(systems);
  const fonts = new Fonts(fetchBytes);
  // Promise.all reports the first failure and handles the others, so that none of them is an unhandled rejection.
  const [wasm, createModule] = await Promise.all([compiling, scripting, fonts.start()]);
  return { ...(await start(wasm, createModule, { ...page, fonts: fonts.files })), fonts };
}

/**
 * @param {WebAssembly.Module} wasm @param {(settings: object) => Promise<object>} createModule
 * @param {Page & {fonts: Uint8Array[]}} page
 */
async function start(wasm, createModule, page) {
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  const module = await createModule({
    page,
    canvas: document.getElementById('canvas'), // SDL2 sets its cursor
    print: (/** @type {string} */ line) => console.log(line),
    printErr: (/** @type {string} */ line) => page.log(line),
    /**
     * @param {WebAssembly.Imports} imports
     * @param {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} done
     */
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(wasm, imports).then(
        (instance) => {
          // Found by its type, because the compiler shortens the names of exports.
          memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
          done(instance, wasm);
        },
        (error) => page.fail('start', String(error)),
      );
      return {};
    },
  });
  return {
    module: /** @type {import('./bridge.js').Module} */ (module),
    memory: /** @type {WebAssembly.Memory} */ (memory),
  };
}

/** @param {string} file */
async function fetchFile(file) {
  let response;
  try {
    response = await fetch(new URL(file, import.meta.url));
  } catch (error) {
    throw new LoadError(file, `could not be fetched (${/** @type {Error} */ (error).message})`);
  }
  if (!response.ok) throw new LoadError(file, `the server answered ${response.status} ${response.statusText}`.trim());
  return response;
}

/** @param {string} file */
async function fetchBytes(file) {
  const response = await fetchFile(file);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new LoadError(file, `arrived in part only (${/** @type {Error} */ (error).message})`);
  }
}

/** @param {string} file */
async function compile(file) {
  const response = await fetchFile(file);
  try {
    // Streaming compilation needs the right Content-Type, which not every server sends.
    const streams =
      /** @type {Partial<typeof WebAssembly>} */ (WebAssembly).compileStreaming &&
      response.headers.get('Content-Type') === 'application/wasm';
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new LoadError(file, `could not be compiled (${/** @type {Error} */ (error).message})`);
  }
}

/** @param {boolean} systems */
async function importScript(systems) {
  try {
    return (await (systems ? import('../reshard-systems.js') : import('../reshard.js'))).default;
  } catch (error) {
    throw new LoadError(
      systems ? '../reshard-systems.js' : '../reshard.js',
      `could not be run (${/** @type {Error} */ (error).message})`,
    );
  }
}
