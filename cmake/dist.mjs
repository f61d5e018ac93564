// Assembles the page:
//   node cmake/dist.mjs <dist> [--brotli] [--debug] [<folder in dist>=<built file or folder>]...
// The page's files keep their paths from the repository, so that relative addresses are the same in both places.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { minify } from 'terser';
import { loadReshard } from '../web/headless/reshard-core.mjs';
import { kCourses } from '../web/lessons/course.js';
import { lessonOfFile } from '../web/lessons/lesson.js';
import { writeBrotli } from './brotli.mjs';
import { joinScripts } from './bundle.mjs';
import { cataloguePage } from './catalogue_page.mjs';
import { firstPicture } from './first_picture.mjs';
import { writeSingleFiles } from './single_file.mjs';
import { atSite } from './site.mjs';
import { storyPage } from './story_page.mjs';
import { withoutTypes } from './untyped.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const servedFiles = ['index.html', 'LICENSE', 'NOTICES.txt'];
const pages = join('web', 'page'); // whose HTML is served from the top of dist/, to which its addresses are relative
const servedFolders = ['web', 'assets'];
const placedByName = [join('web', 'embed')]; // what other pages load is at the top of dist/
const servedTypes = new Set(['.html', '.css', '.json', '.svg', '.png', '.webp', '.ico']);
// Scripts that are served as they are written; the others are joined.
const servedScripts = /^web\/(?:samples\/\w+|page\/early|lessons\/service_worker)\.js$/;

/**
 * The files of the page below a folder, which also has C++ sources and programs.
 * @param {string} folder @returns {Promise<string[]>}
 */
async function pageFiles(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (placedByName.includes(path)) return [];
      if (entry.isDirectory()) return pageFiles(path);
      return servedTypes.has(extname(entry.name)) || servedScripts.test(path.replaceAll('\\', '/')) ? [path] : [];
    }),
  );
  return found.flat();
}

// The pictures that embedding.html shows, each made as the page tells its readers to.
const pictures = {
  'web/samples/ring.svg': ['v=1&nodes=5&log=+node-5'],
  'web/samples/move.svg': [
    'v=1&nodes=4&log=+node-4&keys=4000&move=copy_then_flip~copy_bytes_per_second=1000000&view=migration',
    '--height',
    '480',
  ],
};

/** @param {string} dist */
async function draw(dist) {
  for (const [file, words] of Object.entries(pictures)) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(dist, 'reshard-poster.mjs'), ...words], {
      maxBuffer: 1 << 24,
    });
    await writeFile(join(dist, file), stdout);
  }
}

/** The gallery's picture of each scenario. @param {string} dist */
async function drawGallery(dist) {
  const { drawPoster } = await import(pathToFileURL(join(dist, 'reshard-poster.mjs')).href);
  const folder = join(dist, 'assets', 'presets');
  const presets = JSON.parse(await readFile(join(folder, 'presets.json'), 'utf8'));
  for (const [i, { link, picture }] of presets.entries()) {
    const asked = picture ? `${link}&view=${picture}` : link;
    for (const language of ['en', 'ru']) {
      const { svg, refused } = await drawPoster(asked, { width: 480, height: 300, theme: 'both', language });
      if (refused) throw new Error(`assets/presets/presets.json, ${i}: ${refused}`);
      await writeFile(join(folder, `${i + 1}.${language}.svg`), svg);
    }
  }
}

/**
 * A file of a course that has no valid lesson fails the build, with its path.
 * @param {string} folder @param {string} course
 */
async function checkLessons(folder, course) {
  const read = (/** @type {string} */ path) => readFile(join(folder, path), 'utf8');
  const schema = JSON.parse(await read('schema.json'));
  const { lessons } = JSON.parse(await read(join(course, 'course.json')));
  for (const id of lessons) lessonOfFile(id, await read(join(course, `${id}.json`)), schema);
}

/**
 * terser gives no code only where its options say so.
 * @param {string} source @param {import('terser').MinifyOptions} options
 */
const minified = async (source, options) => /** @type {string} */ ((await minify(source, options)).code);

/**
 * Minifies what a visit to the playground loads at first and joinScripts() does not make: no comments, long names or
 * indents.
 * @param {string} folder @param {string[]} modules addresses in web/
 */
async function shrinkPage(folder, modules) {
  const early = join('web', 'page', 'early.js');
  const style = join(folder, 'web', 'page', 'page.css');
  const page = join(folder, 'index.html');
  const beside = ['reshard.js', ...modules].map((script) => `<link rel="modulepreload" href="web/${script}">`).join('');
  const html = (await readFile(page, 'utf8')).replace(/<link rel="modulepreload"[^>]*>/, beside);
  const short = html.replaceAll('<button type="button"', '<button'); // in no form, where that would submit it
  await writeFile(page, short.replace(/<!--.*?-->/gs, '').replace(/\n\s+/g, '\n'));
  const { code: small } = await transform(await readFile(style, 'utf8'), {
    loader: 'css',
    minify: true,
    charset: 'utf8',
  });
  await writeFile(style, small);
  for (const script of [join('web', 'reshard.js'), join('web', 'reshard-systems.js'), early]) {
    const path = join(folder, script);
    const options = { module: script !== early, compress: { passes: 3 } };
    await writeFile(path, await minified(await readFile(path, 'utf8'), options));
  }
}

// What the page, the lessons and the teacher's page need offline; figures in posts and documentation are left out.
const keptFolders = ['web', 'fonts', 'assets/lessons', 'assets/literature', 'assets/presets', 'assets/words'];
const keptFiles = [
  'index.html',
  'teacher.html',
  'story.html',
  'story.ru.html',
  'assets/icon.svg',
  'reshard-core.mjs',
  'reshard-core.wasm',
  'reshard-lessons.wasm',
  'reshard-migration.wasm',
  'reshard-profile.wasm',
  'reshard-rebalance.wasm',
  'reshard-studies.wasm',
];

/** @param {string} dist */
async function writeServiceWorker(dist) {
  const below = await Promise.all(
    keptFolders.map(async (folder) => {
      const entries = await readdir(join(dist, folder), { withFileTypes: true, recursive: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name)));
    }),
  );
  const worker = join('web', 'lessons', 'service_worker.js');
  const files = [...keptFiles, ...below.flat()].filter((file) => file !== worker).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(join(dist, file)));
  const source = await readFile(join(dist, worker), 'utf8');
  const written = source
    .replace("'VERSION'", `'${hash.digest('hex').slice(0, 16)}'`)
    .replace('kFiles = []', () => `kFiles = ${JSON.stringify(['./', ...files])}`);
  await rm(join(dist, worker));
  await writeFile(join(dist, 'service-worker.js'), written);
}

/** The headless core is written in several files and published as one, which people copy. @param {string} dist */
async function joinHeadless(dist) {
  const {
    outputFiles: [joined],
  } = await build({
    entryPoints: [join(root, 'web', 'headless', 'reshard-core.mjs')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    external: ['node:*', './reshard-migration.mjs', './reshard-planner.mjs'],
    logLevel: 'error',
    write: false,
  });
  const preamble = '// Reshard. MIT License.';
  const options = { module: true, compress: { passes: 3 }, format: { preamble } };
  await writeFile(join(dist, 'reshard-core.mjs'), await minified(joined.text, options));
}

// Published as they are written, for people to read.
const keptScripts = [
  'reshard-migration.mjs',
  'reshard-planner.mjs',
  'reshard-profile.mjs',
  'reshard-rebalance.mjs',
  'reshard-poster.mjs',
  'reshard-duckdb.mjs',
];

/** @param {string} dist */
async function dropTypes(dist) {
  for (const script of keptScripts) {
    const path = join(dist, script);
    await writeFile(path, await withoutTypes(await readFile(path, 'utf8')));
  }
}

/**
 * The element is all that a post loads before anybody touches its figures, so it is minified; reshard-playground.d.ts
 * documents it.
 * @param {string} dist
 */
async function shrinkElement(dist) {
  const path = join(dist, 'reshard-playground.js');
  const source = await readFile(path, 'utf8');
  const [style] = /** @type {RegExpExecArray} */ (/(?<=const kStyle = `).*?(?=`;)/s.exec(source));
  const { code: small } = await transform(style, { loader: 'css', minify: true, charset: 'utf8' });
  const preamble = '// Reshard. MIT License.';
  const options = { module: true, compress: { passes: 3 }, format: { preamble } };
  const shrunk = source.replace(style, () => small.trim());
  await writeFile(path, await minified(shrunk, options));
}

/** @param {string} dist @param {string[]} modules addresses of what the story's script imports */
async function writeStories(dist, modules) {
  const core = await loadReshard({ wasm: pathToFileURL(join(dist, 'reshard-core.wasm')).href });
  for (const [file, language] of /** @type {[string, 'en' | 'ru'][]} */ ([
    ['story.html', 'en'],
    ['story.ru.html', 'ru'],
  ])) {
    const path = join(dist, file);
    await writeFile(path, storyPage(await readFile(path, 'utf8'), language, core, modules));
  }
}

/**
 * Draws into index.html what it shows before the canvas.
 * @param {string} dist @param {Record<string, string>} russian
 */
async function writeFirstPicture(dist, russian) {
  const core = await loadReshard({ wasm: pathToFileURL(join(dist, 'reshard-core.wasm')).href });
  const { drawPoster } = await import(pathToFileURL(join(dist, 'reshard-poster.mjs')).href);
  const picture = await firstPicture(core, drawPoster, russian);
  const path = join(dist, 'index.html');
  await writeFile(
    path,
    (await readFile(path, 'utf8')).replace('<!--first-picture-->', () => picture),
  );
}

/** Writes whole addresses if the builder says where the page will be. @param {string} dist @param {string} site */
async function addressPages(dist, site) {
  for (const [file, address] of [
    ['index.html', ''],
    ['story.html', 'story.html'],
    ['story.ru.html', 'story.ru.html'],
  ]) {
    const path = join(dist, file);
    await writeFile(path, atSite(await readFile(path, 'utf8'), address, site));
  }
}

/** @param {string} from @param {string} to */
async function place(from, to) {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

const [target, ...words] = process.argv.slice(2);
const dist = resolve(target);
// Written beside dist/ and then swapped, so that a server never sees a partial one and no old file stays.
const fresh = `${dist}.new`;
await rm(fresh, { recursive: true, force: true });
for (const file of servedFiles) await place(join(root, file), join(fresh, file));
for (const folder of servedFolders) {
  for (const file of await pageFiles(folder)) {
    const isPage = dirname(file) === pages && extname(file) === '.html';
    await place(join(root, file), join(fresh, isPage ? basename(file) : file));
  }
}
for (const argument of words.filter((word) => !word.startsWith('--'))) {
  const [folder, from] = argument.split('=');
  const isFile = extname(from) !== '';
  await place(from, join(fresh, folder, isFile ? basename(from) : ''));
}
await joinHeadless(fresh);
await dropTypes(fresh);
const joined = await joinScripts(join(root, 'web'), fresh, { debug: words.includes('--debug') });
await shrinkElement(fresh);
for (const course of kCourses) await checkLessons(join(fresh, 'assets', 'lessons'), course);
await draw(fresh);
await drawGallery(fresh);
const russian = JSON.parse(await readFile(join(root, 'assets', 'words', 'ru.json'), 'utf8'));
const catalogue = await readFile(join(root, 'core', 'strategies', 'README.md'), 'utf8');
await writeFile(join(fresh, 'catalogue.html'), cataloguePage(catalogue, Object.keys(russian)));
await writeFirstPicture(fresh, russian);
const ofStory = joined['story/story.js'].map((script) => `web/${script}`);
await writeStories(fresh, ofStory);
await writeSingleFiles(root, fresh);
if (process.env.RESHARD_SITE) await addressPages(fresh, process.env.RESHARD_SITE);
await shrinkPage(fresh, joined['page/page.js']);
await writeServiceWorker(fresh);
if (words.includes('--brotli')) await writeBrotli(fresh); // last: compresses the files as they are published
await rm(dist, { recursive: true, force: true });
await rename(fresh, dist);
