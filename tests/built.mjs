// The built page that tests load from: dist/, or the folder that RESHARD_DIST names.
import { pathToFileURL } from 'node:url';
/** @import {Json} from './types.d.ts' */

export const root = new URL('../', import.meta.url);
export const dist = new URL(`${pathToFileURL(process.env.RESHARD_DIST ?? `${root.pathname}dist`).href}/`);

/**
 * A script of web/ as it is written; scripts that load something by their own address are built().
 * @param {string} path
 * @returns {Promise<Json>}
 */
export const fromTree = (path) => import(new URL(path, root).href);

/**
 * @typedef {{
 *   (path: 'reshard-core.mjs'): Promise<typeof import('../web/headless/reshard-core.d.ts')>,
 *   (path: 'reshard-profile.mjs'): Promise<typeof import('../web/headless/reshard-profile.d.ts')>,
 *   (path: 'reshard-rebalance.mjs'): Promise<typeof import('../web/headless/reshard-rebalance.d.ts')>,
 *   (path: string): Promise<Json>,
 * }} Built
 */

/** A module of the built page. */
export const built = /** @type {Built} */ ((path) => import(new URL(path, dist).href));
