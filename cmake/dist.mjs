// Assembles the page:
//   node cmake/dist.mjs <dist> [--brotli] [<folder in dist>=<built file or folder>]...
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
import { cataloguePage } from './catalogue_page.mjs';
import { firstPicture } from './first_picture.mjs';
import { writeSingleFiles } from './single_file.mjs';
import { atSite } from './site.mjs';
import { storyPage } from './story_page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const servedFiles = ['index.html', 'LICENSE', 'NOTICES.txt'];
const pages = join('web', 'page'); // whose HTML is served from the top of dist/, to which its addresses are relative
const servedFolders = ['web', 'assets'];
const placedByName = [join('web', 'embed')]; // what other pages load is at the top of dist/
const servedTypes = new Set(['.html', '.js', '.css', '.json', '.svg', '.png', '.webp', '.ico']);

// The files of the page below a folder, which also has C++ sources and programs.
async function pageFiles(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (placedByName.includes(path)) return [];
      if (entry.isDirectory()) return pageFiles(path);
      return servedTypes.has(extname(entry.name)) ? [path] : [];
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

async function draw(dist) {
  for (const [file, words] of Object.entries(pictures)) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(dist, 'reshard-poster.mjs'), ...words], {
      maxBuffer: 1 << 24,
    });
    await writeFile(join(dist, file), stdout);
  }
}

// The gallery's picture of each scenario.
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

// A file of a course that has no valid lesson fails the build, with its path.
async function checkLessons(folder, course) {
  const read = (path) => readFile(join(folder, path), 'utf8');
  const schema = JSON.parse(await read('schema.json'));
  const { lessons } = JSON.parse(await read(join(course, 'course.json')));
  for (const id of lessons) lessonOfFile(id, await read(join(course, `${id}.json`)), schema);
}

// A script and all that it imports, directly or indirectly.
async function scriptsOf(folder, entry) {
  const wanted = [entry];
  for (const script of wanted) {
    const source = await readFile(join(folder, script), 'utf8');
    for (const [, address] of source.matchAll(/^import [^'"]*['"]([^'"]+)['"];$/gm)) {
      const imported = join(dirname(script), address);
      if (!wanted.includes(imported)) wanted.push(imported);
    }
  }
  return wanted;
}

// The addresses of the modules that a script imports, statically or dynamically.
async function importsOf(folder, script) {
  const source = await readFile(join(folder, script), 'utf8');
  return [...source.matchAll(/(?:\bfrom |\bimport[ (])['"](\.[^'"]+)['"]/g)].map(([, address]) =>
    join(dirname(script), address),
  );
}

// Joins the playground's modules into one, so that a visit fetches one file, smaller than all of them together. Modules
// that dialogs and lessons also import stay separate, as there must not be two of them. So do those that import a
// computed address.
async function joinPage(folder) {
  const entry = join('web', 'page', 'page.js');
  const first = await scriptsOf(folder, entry);
  const entries = await readdir(join(folder, 'web'), { withFileTypes: true, recursive: true });
  const scripts = entries
    .filter(({ name }) => /\.m?js$/.test(name))
    .map(({ parentPath, path, name }) => relative(folder, join(parentPath ?? path, name)));
  const elsewhere = await Promise.all(
    scripts.filter((script) => !first.includes(script)).map((script) => importsOf(folder, script)),
  );
  const computed = await Promise.all(
    first.map(async (script) => (await readFile(join(folder, script), 'utf8')).includes('import(`')),
  );
  const shared = first.filter((script, i) => computed[i] || elsewhere.flat().includes(script));
  for (const script of shared)
    shared.push(...(await importsOf(folder, script)).filter((imported) => !shared.includes(imported)));
  const keep = {
    name: 'keep',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
        if (importer === '') return null;
        const script = relative(folder, resolve(dirname(importer), path));
        if (kind !== 'dynamic-import' && !shared.includes(script)) return null;
        return {
          path: relative(dirname(entry), script)
            .replaceAll('\\', '/')
            .replace(/^(?!\.)/, './'),
          external: true,
        };
      });
    },
  };
  const {
    outputFiles: [joined],
  } = await build({
    absWorkingDir: folder,
    entryPoints: [join(folder, entry)],
    plugins: [keep],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'error',
    write: false,
  });
  await writeFile(join(folder, entry), joined.text);
  for (const script of first) if (script !== entry && !shared.includes(script)) await rm(join(folder, script));
}

// What opens other people's files and reads their SQL: each becomes one file with the npm package that it uses, loaded
// when it is needed. A script that only one of them imports goes into that file, with what it imports from the package.
const withPackages = [
  'web/dialogs/files/gunzip.js',
  'web/dialogs/files/parquet.js',
  'web/dialogs/sharding_key/sql_parser.js',
];
const inPackages = ['web/dialogs/files/parquet_pages.js'];

async function joinPackages(folder) {
  const keep = {
    name: 'keep',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, importer, resolveDir }) =>
        importer === '' ||
        resolveDir.includes('node_modules') ||
        inPackages.some((script) => resolve(resolveDir, path) === join(root, script))
          ? null
          : { path, external: true },
      );
    },
  };
  for (const script of withPackages) {
    await build({
      entryPoints: [join(root, script)],
      outfile: join(folder, script),
      allowOverwrite: true,
      plugins: [keep],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      logLevel: 'error',
    });
  }
  for (const script of inPackages) await rm(join(folder, script));
}

// Minifies what a visit to the playground or the story loads at first: no comments, long names or indents. What is
// loaded later stays as it is written.
async function shrinkScripts(folder) {
  const entries = [join('web', 'page', 'page.js'), join('web', 'story', 'story.js')];
  const first = await Promise.all(entries.map((entry) => scriptsOf(folder, entry)));
  const early = join('web', 'page', 'early.js');
  const style = join(folder, 'web', 'page', 'page.css');
  const page = join(folder, 'index.html');
  await writeFile(page, (await readFile(page, 'utf8')).replace(/<!--.*?-->/gs, '').replace(/\n\s+/g, '\n'));
  await writeFile(
    style,
    (await transform(await readFile(style, 'utf8'), { loader: 'css', minify: true, charset: 'utf8' })).code,
  );
  const soon = join('web', 'text_view', 'timeline.js'); // every visit loads it with the first picture
  for (const script of new Set([...first.flat(), join('web', 'reshard.js'), early, soon])) {
    const path = join(folder, script);
    const { code } = await minify(await readFile(path, 'utf8'), { module: script !== early, compress: { passes: 2 } });
    await writeFile(path, code);
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
  'reshard-studies.wasm',
];

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

// The headless core is written in several files and published as one, which people copy: it is beside the page's
// scripts, and at the top of dist/.
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
    external: ['node:*', './reshard-migration.mjs'],
    logLevel: 'error',
    write: false,
  });
  const preamble = '// The core of Reshard without the page; reshard-core.d.ts documents it. MIT License.';
  const { code } = await minify(joined.text, { module: true, compress: { passes: 3 }, format: { preamble } });
  for (const folder of [dist, join(dist, 'web', 'headless')]) await writeFile(join(folder, 'reshard-core.mjs'), code);
}

// The element is all that a post loads before anybody touches its figures, so it is minified; reshard-playground.d.ts
// documents it.
async function shrinkElement(dist) {
  const path = join(dist, 'reshard-playground.js');
  const source = await readFile(path, 'utf8');
  const [style] = /(?<=const kStyle = `).*?(?=`;)/s.exec(source);
  const { code: small } = await transform(style, { loader: 'css', minify: true, charset: 'utf8' });
  const preamble = '// <reshard-playground>; reshard-playground.d.ts documents it. MIT License.';
  const { code } = await minify(
    source.replace(style, () => small.trim()),
    { module: true, compress: { passes: 3 }, format: { preamble } },
  );
  await writeFile(path, code);
}

async function writeStories(dist) {
  const core = await loadReshard({ wasm: pathToFileURL(join(dist, 'reshard-core.wasm')).href });
  const modules = (await scriptsOf(dist, join('web', 'story', 'story.js')))
    .slice(1)
    .map((path) => path.replaceAll('\\', '/'));
  for (const [file, language] of /** @type {[string, 'en' | 'ru'][]} */ ([
    ['story.html', 'en'],
    ['story.ru.html', 'ru'],
  ])) {
    const path = join(dist, file);
    await writeFile(path, storyPage(await readFile(path, 'utf8'), language, core, modules));
  }
}

// Draws into index.html what it shows before the canvas.
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

// Writes whole addresses if the builder says where the page will be.
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

async function place(from, to) {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

const [target, ...built] = process.argv.slice(2);
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
for (const argument of built.filter((word) => word !== '--brotli')) {
  const [folder, from] = argument.split('=');
  const isFile = extname(from) !== '';
  await place(from, join(fresh, folder, isFile ? basename(from) : ''));
}
await joinHeadless(fresh);
await shrinkElement(fresh);
for (const course of kCourses) await checkLessons(join(fresh, 'assets', 'lessons'), course);
await draw(fresh);
await drawGallery(fresh);
const words = JSON.parse(await readFile(join(root, 'assets', 'words', 'ru.json'), 'utf8'));
const catalogue = await readFile(join(root, 'core', 'strategies', 'README.md'), 'utf8');
await writeFile(join(fresh, 'catalogue.html'), cataloguePage(catalogue, Object.keys(words)));
await writeFirstPicture(fresh, words);
await writeStories(fresh);
await writeSingleFiles(fresh);
if (process.env.RESHARD_SITE) await addressPages(fresh, process.env.RESHARD_SITE);
await joinPage(fresh);
await joinPackages(fresh);
await shrinkScripts(fresh);
await writeServiceWorker(fresh);
if (built.includes('--brotli')) await writeBrotli(fresh); // last: compresses the files as they are published
await rm(dist, { recursive: true, force: true });
await rename(fresh, dist);
