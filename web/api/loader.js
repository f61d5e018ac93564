// Fetches the module and its fonts at the same time, and starts it. An error names the file and the reason.

import { Fonts } from './fonts.js';

const kModule = '../reshard.wasm';

export class LoadError extends Error {
  constructor(file, reason) {
    super(`${file.replace(/^(\.+\/)+/, '')}: ${reason}`);
  }
}

/**
 * @param {object} page what the module finds as Module.page: announce, copy, setTheme, fail
 * @returns {Promise<{module: object, memory: WebAssembly.Memory, fonts: Fonts}>}
 */
export async function load(page) {
  const compiling = compile(kModule);
  const scripting = importScript();
  const fonts = new Fonts(fetchBytes);
  // Promise.all reports the first failure and handles the others, so that none of them is an unhandled rejection.
  const [wasm, createModule] = await Promise.all([compiling, scripting, fonts.start()]);
  return { ...await start(wasm, createModule, { ...page, fonts: fonts.files }), fonts };
}

async function start(wasm, createModule, page) {
  let memory;
  const module = await createModule({
    page,
    canvas: document.getElementById('canvas'),  // SDL2 sets its cursor
    print: (line) => console.log(line),
    printErr: (line) => page.log(line),
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (wasm), imports).then((instance) => {
        // Found by its type, because the compiler shortens the names of exports.
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        done(instance, wasm);
      }, (error) => page.fail('start', String(error)));
      return {};
    },
  });
  return { module, memory };
}

async function fetchFile(file) {
  let response;
  try {
    response = await fetch(new URL(file, import.meta.url));
  } catch (error) {
    throw new LoadError(file, `could not be fetched (${error.message})`);
  }
  if (!response.ok) throw new LoadError(file, `the server answered ${response.status} ${response.statusText}`.trim());
  return response;
}

async function fetchBytes(file) {
  const response = await fetchFile(file);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new LoadError(file, `arrived in part only (${error.message})`);
  }
}

async function compile(file) {
  const response = await fetchFile(file);
  try {
    // Streaming compilation needs the right Content-Type, which not every server sends.
    const streams = WebAssembly.compileStreaming && response.headers.get('Content-Type') === 'application/wasm';
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new LoadError(file, `could not be compiled (${error.message})`);
  }
}

async function importScript() {
  try {
    return (await import('../reshard.js')).default;
  } catch (error) {
    throw new LoadError('../reshard.js', `could not be run (${error.message})`);
  }
}
