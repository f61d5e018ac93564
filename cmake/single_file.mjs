// Packs pages of dist/ into HTML files that each run from a disk on their own, where modules and fetch do not work: the
// page with its lessons, and the teacher's page.
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { build } from 'esbuild';
import { foundModule } from './found.mjs';

const kFonts = ['', '-latin', '-cyrillic', '-signs'].flatMap((part) =>
  [400, 600].map((weight) => `fonts/inter-${weight}${part}.ttf`),
);

/** Nothing is loaded later, so the second build stands in for both (web/host/second_build.js). */
const kModule = 'web/reshard-systems.wasm';

/**
 * What one is made from.
 * @typedef {object} Page
 * @property {string} from its HTML in dist/
 * @property {string} entry its script in the tree
 * @property {string} [early] a script in dist/ that runs before
 * @property {string[]} styles
 * @property {string[]} data
 * @property {string[]} folders of JSON, and of the gallery's pictures
 * @property {string[]} hidden selectors of links to pages without such a file
 * @property {Record<string, string>} moved links to the file beside it
 */

/** @type {Record<string, Page>} by name of the file */
const kPages = {
  'reshard-offline.html': {
    from: 'index.html',
    entry: 'web/page/page.js',
    early: 'web/page/early.js',
    styles: [
      'page/page.css',
      'text_view/forms.css',
      'dialogs/tools/dialogs.css',
      'dialogs/tools/book.css',
      'dialogs/migrate/migrate.css',
      'dialogs/rebalance/rebalance.css',
      'dialogs/sharding_key/sharding_key.css',
      'dialogs/tools/studies.css',
      'lessons/lessons.css',
    ].map((style) => `web/${style}`),
    data: [
      kModule,
      ...kFonts,
      'reshard-lessons.wasm',
      'reshard-migration.wasm',
      'reshard-profile.wasm',
      'reshard-rebalance.wasm',
      'reshard-studies.wasm',
    ],
    folders: ['assets'],
    hidden: ['#story', '[href="catalogue.html"]', '[href="embedding.html"]', '[href^="teacher.html"]'],
    moved: {},
  },
  'reshard-offline-teacher.html': {
    from: 'teacher.html',
    entry: 'web/lessons/teacher.js',
    styles: ['web/page/documents.css', 'web/lessons/teacher.css'],
    data: ['reshard-lessons.wasm', 'reshard-profile.wasm'],
    folders: ['assets/lessons', 'assets/words'],
    hidden: [],
    moved: { './': 'reshard-offline.html' },
  },
};

// Stands in for the browser's fetch: finds what was packed.
const kFetch = `
const base = new URL('./', document.baseURI).href;
export const fetch = async (address) => {
  const path = new URL(address, base).href.slice(base.length);
  const packed = packedData[path === 'web/reshard.wasm' ? '${kModule}' : path];
  if (packed === undefined) return new Response(null, { status: 404, statusText: 'not in this file' });
  return new Response(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)));
};
`;

/**
 * Modules use their own addresses to find others: each gets the one that it would have beside the page.
 * @param {string} root @param {string} dist @returns {import('esbuild').Plugin}
 */
const ownAddresses = (root, dist) => ({
  name: 'own-addresses',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^packed-fetch$/ }, () => ({ path: 'fetch', namespace: 'packed' }));
    onLoad({ filter: /./, namespace: 'packed' }, () => ({ contents: kFetch }));
    onResolve({ filter: /^found:/ }, ({ path }) => ({ path, namespace: 'found' }));
    onLoad({ filter: /./, namespace: 'found' }, async ({ path }) => ({
      contents: await foundModule(path, join(root, 'web')),
      resolveDir: root,
    }));
    onResolve({ filter: /\/reshard(?:-systems)?\.js$/ }, () => ({ path: join(dist, 'web', 'reshard-systems.js') }));
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      const from = path.startsWith(dist) ? dist : root;
      const address = `new URL('${relative(from, path).replaceAll('\\', '/')}', document.baseURI).href`;
      return { contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', address) };
    });
  },
});

/** @param {string} root @param {string} dist @param {Page} page */
async function scriptOf(root, dist, page) {
  const {
    outputFiles: [script],
  } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, page.entry)],
    plugins: [ownAddresses(root, dist)],
    inject: ['packed-fetch'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    write: false,
  });
  return script.text;
}

/**
 * The files of one type below a folder of dist/, as paths from there.
 * @param {string} dist @param {string} folder @param {string} type such as ".json" @returns {Promise<string[]>}
 */
async function filesIn(dist, folder, type) {
  const entries = await readdir(join(dist, folder), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map((entry) => {
      const path = posix.join(folder.replaceAll('\\', '/'), entry.name);
      if (entry.isDirectory()) return filesIn(dist, path, type);
      return path.endsWith(type) ? [path] : [];
    }),
  );
  return found.flat().sort();
}

/** @param {string} root @param {string} dist @param {Page} page */
async function bundle(root, dist, page) {
  const packed = await Promise.all(
    page.folders.flatMap((folder) => [filesIn(dist, folder, '.json'), filesIn(dist, `${folder}/presets`, '.svg')]),
  );
  /** @type {Record<string, string>} */
  const data = {};
  for (const path of [...page.data, ...packed.flat()])
    data[path] = (await readFile(join(dist, path))).toString('base64');
  const script = `const packedData = ${JSON.stringify(data)};\n${await scriptOf(root, dist, page)}`;
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

const hashOf = (/** @type {string} */ text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Each style's name and text.
 * @param {Page} page @param {(path: string) => Promise<string>} read
 */
async function stylesOf({ styles, hidden }, read) {
  const all = await Promise.all(styles.map(async (path) => [posix.basename(path, '.css'), await read(path)]));
  return hidden.length > 0 ? [...all, ['hidden', `a:is(${hidden.join(', ')}) { display: none; }`]] : all;
}

/**
 * A page of dist/ as one HTML document; its policy names its script and styles by hash.
 * @param {string} root @param {string} dist @param {Page} page
 */
async function singleFile(root, dist, page) {
  const read = (/** @type {string} */ path) => readFile(join(dist, path), 'utf8');
  const script = await bundle(root, dist, page);
  const early = page.early ? await read(page.early) : '';
  const styles = await stylesOf(page, read);
  const icon = Buffer.from(await read('assets/icon.svg')).toString('base64');
  const policy =
    `default-src 'none'; script-src ${[early, script].filter(Boolean).map(hashOf).join(' ')} 'wasm-unsafe-eval'; ` +
    `style-src ${styles.map(([, text]) => hashOf(text)).join(' ')}; img-src data:; base-uri 'none'; form-action 'none'`;
  const head = [
    `<link rel="icon" href="data:image/svg+xml;base64,${icon}">`,
    ...styles.map(([id, text]) => `<style id="style-${id}">${text}</style>`),
  ];
  const html = Object.entries(page.moved).reduce(
    (text, [from, to]) => text.replaceAll(`href="${from}`, `href="${to}`),
    await read(page.from),
  );
  return html
    .replace(/ *<link rel="(?:icon|stylesheet|modulepreload|preload)"[^>]*>\n/g, '')
    .replace(/ *<script type="module"[^>]*><\/script>\n/, '')
    .replace(/<script src="([^"]*)"><\/script>/, () => (early ? `<script>${early}</script>` : ''))
    .replace(/(http-equiv="Content-Security-Policy" content=)"[^"]*"/, (_, name) => `${name}"${policy}"`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
    .replace('</body>', () => `<script>${script}</script>\n</body>`);
}

/** Writes them all into dist/. @param {string} root of the sources @param {string} dist */
export async function writeSingleFiles(root, dist) {
  for (const [name, page] of Object.entries(kPages))
    await writeFile(join(dist, name), await singleFile(root, dist, page));
}
