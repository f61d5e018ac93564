// The headless core of the second build, which has the strategies of core/strategies/systems.def.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist } from './programs.mjs';
/** @import {Core} from '../../web/headless/reshard-core.d.ts' */

/** @returns {Promise<Core>} */
export async function loadSystemsCore() {
  const { loadReshard } = await import(pathToFileURL(join(dist, 'reshard-core.mjs')).href);
  return loadReshard({ wasm: readFileSync(join(dist, 'reshard-core-systems.wasm')) });
}
