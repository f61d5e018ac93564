// The built page that tests load from: dist/, or the folder that RESHARD_DIST names.
import { pathToFileURL } from 'node:url';

export const root = new URL('../', import.meta.url);
export const dist = new URL(`${pathToFileURL(process.env.RESHARD_DIST ?? `${root.pathname}dist`).href}/`);

/** A script of web/ as it is written; scripts that load something by their own address are built(). @param {string} path
 * @returns {Promise<any>} */
export const fromTree = (path) => import(new URL(path, root).href);

/** A module of the built page. @param {string} path @returns {Promise<any>} */
export const built = (path) => import(new URL(path, dist).href);
