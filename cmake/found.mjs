// What the build finds in web/: modules that no file of the tree has to list.
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';

const posix = (/** @type {string} */ path) => path.split(sep).join('/');

/** The scripts below a folder, as paths from there. @param {string} folder */
export async function scriptsIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => posix(relative(folder, join(entry.parentPath ?? entry.path, entry.name))))
    .sort();
}

const kOpen = /^export (?:async )?function open\(/m;

/** The dialogs, by name: scripts of web/dialogs that export open(). @param {string} web the folder */
export async function dialogsIn(web) {
  const folder = join(web, 'dialogs');
  const scripts = await scriptsIn(folder);
  const sources = await Promise.all(scripts.map((script) => readFile(join(folder, script), 'utf8')));
  const dialogs = scripts.filter((_, i) => kOpen.test(sources[i]));
  return Object.fromEntries(dialogs.map((script) => [script.replace(/^.*\/|\.js$/g, ''), `dialogs/${script}`]));
}

/** The ids of the strategies that only the page's second build has, with | between them. @param {string} web */
export async function secondBuild(web) {
  const list = await readFile(join(web, '..', 'core', 'strategies', 'systems.def'), 'utf8');
  return [...list.matchAll(/^STRATEGY\((\w+)/gm)].map(([, name]) => name).join('|');
}

/** A module whose default export is the list of the default exports of scripts. @param {string[]} paths */
function listOf(paths) {
  const imports = paths.map((path, i) => `import one${i} from '${posix(path)}';`);
  return `${imports.join('\n')}\nexport default [${paths.map((_, i) => `one${i}`).join(', ')}];\n`;
}

/** The scripts in a folder, without those of its folders. @param {string} folder */
const scriptsBeside = async (folder) =>
  (await scriptsIn(folder)).filter((script) => !script.includes('/')).map((script) => join(folder, script));

/** What web/systems has beside its systems. */
const kNoSystems = ['systems.js', 'clusters.js'];

/** @type {Record<string, (web: string) => Promise<string>>} the text of each module, by its name */
const kModules = {
  'found:dialogs': async (web) => {
    const dialogs = Object.entries(await dialogsIn(web));
    const rows = dialogs.map(([name, script]) => `  ${name}: () => import('${posix(join(web, script))}'),`);
    return `export default {\n${rows.join('\n')}\n};\n`;
  },
  'found:systems': async (web) =>
    listOf((await scriptsBeside(join(web, 'systems'))).filter((path) => !kNoSystems.includes(basename(path)))),
  'found:second_build': async (web) => `export default ${JSON.stringify(await secondBuild(web))};\n`,
  'found:readers': async (web) => listOf(await scriptsBeside(join(web, 'systems', 'readers'))),
};

export const isFound = (/** @type {string} */ name) => Object.hasOwn(kModules, name);
export const foundModule = (/** @type {string} */ name, /** @type {string} */ web) => kModules[name](web);
