// Joins the page's scripts into a few: what a visit loads, and what each dialog loads when it opens.
//
// Rollup does it. esbuild, which packs the single files, makes a file of every set of entries that share something, a
// dozen for one dialog; Rollup can be told what belongs together.
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { minify } from 'terser';
import { dialogsIn, foundModule, isFound, scriptsIn } from './found.mjs';

/** The pages' scripts, by path in web/. Those of dialogs and their engines (`*_engine.js`) are found. */
const kPages = ['page/page.js', 'page/catalogue.js', 'page/embedding.js', 'story/story.js', 'lessons/teacher.js'];
/** What starts the page's workers. */
const kWorker = 'headless/core_worker.js';
/** Scripts that others load one by one: reshard-poster.mjs, tests. Each is complete. */
const kAlone = [
  'dialogs/migrate/poster.js',
  'dialogs/tools/both_themes.js',
  'systems/systems.js',
  'systems/clusters.js',
  'systems/diff/differences.js',
  'systems/rebalance/rebalances.js',
];
/** What changes files, for the page and for the command; the command's has a name of its own. */
const [kEdit, kEditAlone] = ['systems/edit/edit.js', 'systems/edit_alone.js'];
/** A script with a package of npm is joined with what it uses of it; this one goes into the script that imports it. */
const kInside = ['dialogs/files/parquet_pages.js'];

const kMinified = { module: true, compress: { passes: 3 } };

/** @typedef {import('rollup').GetModuleInfo} GetModuleInfo */

/** The text of a script that imports a package of npm, joined with it; null for the others. */
async function withPackage(/** @type {string} */ web, /** @type {string} */ path) {
  if (!/from '(?![.\w]*:|\.)[^']+';/.test(await readFile(path, 'utf8'))) return null;
  const keep = (/** @type {import('esbuild').OnResolveArgs} */ { path: wanted, importer, resolveDir }) => {
    const own = importer === '' || resolveDir.includes('node_modules');
    if (own || kInside.some((script) => resolve(resolveDir, wanted) === join(web, script))) return null;
    return { path: wanted, external: true };
  };
  const { outputFiles } = await build({
    entryPoints: [path],
    plugins: [{ name: 'keep', setup: ({ onResolve }) => void onResolve({ filter: /^\./ }, keep) }],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'error',
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * How Rollup reads our scripts.
 * @param {string} web
 * @param {(path: string) => boolean} outside whether a script of web/ is of another bundle
 * @returns {import('rollup').Plugin}
 */
const ours = (web, outside) => ({
  name: 'reshard',
  resolveId(wanted, importer) {
    if (wanted.startsWith('node:')) return { id: wanted, external: true };
    if (isFound(wanted) || isAbsolute(wanted)) return wanted;
    if (!wanted.startsWith('.') || !importer) return null;
    const path = resolve(dirname(importer), wanted);
    return outside(relative(web, path).split(sep).join('/')) ? { id: path, external: true } : path;
  },
  load: (path) => (isFound(path) ? foundModule(path, web) : withPackage(web, path)),
  // What a script finds beside itself in the tree, it finds there from wherever its text went.
  resolveImportMeta(property, { moduleId, chunkId }) {
    const own = relative(web, moduleId).split(sep).join('/');
    if (property !== 'url' || own === chunkId) return null;
    return `new URL('${posix.relative(posix.dirname(chunkId), own)}', import.meta.url).href`;
  },
});

/**
 * By module, the entries and dynamic imports that need it: those that reach it by static imports, and cannot rely on
 * whoever imports them having loaded it.
 * @param {Iterable<string>} ids
 * @param {GetModuleInfo} infoOf
 * @returns {Map<string, Set<string>>}
 */
function needsOf(ids, infoOf) {
  const info = (/** @type {string} */ id) => /** @type {import('rollup').ModuleInfo} */ (infoOf(id));
  const roots = [...ids].filter((id) => info(id).isEntry || info(id).dynamicImporters.length > 0);
  const reached = new Map(
    roots.map((root) => {
      const found = [root];
      for (const id of found) found.push(...info(id).importedIds.filter((next) => !found.includes(next)));
      return [root, new Set(found)];
    }),
  );
  const rootsOf = (/** @type {string} */ id) => roots.filter((root) => reached.get(root)?.has(id));
  /** @type {(root: string, id: string, seen?: string[]) => boolean} whether a module is there before `root` is */
  const there = (root, id, seen = []) =>
    !info(root).isEntry &&
    info(root)
      .dynamicImporters.flatMap(rootsOf)
      .filter((from) => !seen.includes(from))
      .every((from) => reached.get(from)?.has(id) || there(from, id, [...seen, root]));
  return new Map([...ids].map((id) => [id, new Set(rootsOf(id).filter((root) => root === id || !there(root, id)))]));
}

/**
 * @param {string} web
 * @param {string} dist
 * @param {string[]} scripts
 * @param {{outside?: (path: string) => boolean, groupOf?: (needed: Set<string>, id: string) => ?string,
 *   nameOf?: (path: string) => ?string, debug: boolean}} options `groupOf`: what is joined with what, by who needs it;
 *   `nameOf`: the path of a script that is loaded when it is asked for; by default in parts/
 */
async function bundle(web, dist, scripts, { outside = () => false, groupOf, nameOf = () => null, debug }) {
  const made = await rollup({
    input: Object.fromEntries(scripts.map((script) => [script, join(web, script)])),
    plugins: [ours(web, outside)],
    preserveEntrySignatures: 'allow-extension',
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  /** @type {?Map<string, Set<string>>} */
  let needs = null;
  const { output } = await made.write({
    dir: join(dist, 'web'),
    format: 'es',
    sourcemap: debug,
    entryFileNames: '[name]',
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.map((id) => nameOf(relative(web, id))).find(Boolean) ?? 'parts/[name].js',
    ...(groupOf && {
      manualChunks: (id, { getModuleIds, getModuleInfo }) => {
        needs ??= needsOf([...getModuleIds()], getModuleInfo);
        return groupOf(needs.get(id) ?? new Set(), id) ?? undefined;
      },
    }),
    plugins: debug
      ? []
      : [{ name: 'minify', renderChunk: async (code) => (await minify(code, kMinified)).code ?? null }],
  });
  await made.close();
  return output;
}

/**
 * Writes the scripts of dist/web.
 * @param {string} web the folder of the sources
 * @param {string} dist
 * @param {{debug: boolean}} options `debug`: not minified, and with source maps
 * @returns {Promise<Record<string, string[]>>} by script of a page, what it imports, as paths in dist/web
 */
export async function joinScripts(web, dist, { debug }) {
  const engines = (await scriptsIn(web)).filter((script) => script.endsWith('_engine.js'));
  const dialogs = Object.fromEntries(Object.entries(await dialogsIn(web)).map(([name, path]) => [path, name]));
  const page = join(web, kPages[0]);
  const isPage = (/** @type {string} */ id) => kPages.includes(relative(web, id).split(sep).join('/'));

  const made = await bundle(web, dist, kPages, {
    outside: (path) => /^reshard(?:-systems)?\.js$/.test(path) || engines.includes(path),
    // `common` is what the playground and other pages load at first, `shared` what other pages and dialogs do, `tools`
    // what only dialogs do. So nothing that another page loads imports the playground's script, which would start it.
    groupOf: (needed) => {
      const pages = [...needed].filter(isPage);
      if (needed.has(page)) return pages.length > 1 ? 'common' : 'page';
      if (needed.size < 2) return null;
      if (pages.length === 0) return 'tools';
      return [...needed].every((id) => id.startsWith(join(web, 'lessons', sep))) ? 'lesson_tools' : 'shared';
    },
    nameOf: (path) => (dialogs[path] ? `dialogs/${dialogs[path]}.js` : null),
    debug,
  });
  await bundle(web, dist, [kWorker, ...engines], {
    groupOf: (needed, id) => (needed.size > 1 || id === join(web, kWorker) ? 'answering' : null),
    debug,
  });
  // What the command loads when it is asked for imports from that script, and not from the page's.
  const nameOf = (/** @type {string} */ path) => (path === kEdit ? kEditAlone : null);
  for (const script of kAlone) await bundle(web, dist, [script], { nameOf, debug });
  const chunks = made.filter((one) => one.type === 'chunk');
  return Object.fromEntries(
    chunks.filter(({ fileName }) => kPages.includes(fileName)).map(({ fileName, imports }) => [fileName, imports]),
  );
}
