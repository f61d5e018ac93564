// Puts the page together:
//   node cmake/dist.mjs <dist> [<folder in dist>=<built file or folder>]...
// What the repository holds of the page keeps its path, so that relative addresses are the same in both places.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minify } from 'terser';
import { lessonOfFile } from '../web/lessons/lesson.js';
import { cataloguePage } from './catalogue_page.mjs';
import { writeSingleFiles } from './single_file.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const servedFiles = ['index.html', 'embedding.html', 'teacher.html', 'LICENSE', 'NOTICES.txt'];
const servedFolders = ['web', 'assets'];
const placedByName = [join('web', 'embed')]; // what other pages load lies at the top of dist/
const servedTypes = new Set(['.html', '.js', '.css', '.json', '.svg', '.png', '.webp', '.ico']);

// The files of the page below a folder; C++ sources and programs lie between them.
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

// The pictures that embedding.html shows, each made as it tells its readers to.
const pictures = { 'web/samples/ring.svg': 'v=1&nodes=5&log=+node-5' };

async function draw(dist) {
  for (const [file, link] of Object.entries(pictures)) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(dist, 'reshard-poster.mjs'), link]);
    await writeFile(join(dist, file), stdout);
  }
}

// A file of a course that holds no lesson ends the build, with its place.
async function checkLessons(folder, course) {
  const read = (path) => readFile(join(folder, path), 'utf8');
  const schema = JSON.parse(await read('schema.json'));
  const { lessons } = JSON.parse(await read(join(course, 'course.json')));
  for (const id of lessons) lessonOfFile(id, await read(join(course, `${id}.json`)), schema);
}

// The scripts that every visit loads are sent without comments and long names. What is loaded later stays as it is written.
async function shrinkScripts(folder) {
  for (const name of (await readdir(folder)).filter((file) => extname(file) === '.js')) {
    const path = join(folder, name);
    const { code } = await minify(await readFile(path, 'utf8'), { module: true, compress: { passes: 2 } });
    await writeFile(path, code);
  }
}

// What the page, the lessons and the teacher's page need without a network; figures in posts and documentation stay out.
const keptFolders = ['web', 'fonts', 'assets/lessons', 'assets/presets', 'assets/words'];
const keptFiles = ['index.html', 'teacher.html', 'assets/icon.svg', 'reshard-core.mjs', 'reshard-core.wasm', 'reshard-lessons.wasm'];

async function writeServiceWorker(dist) {
  const below = await Promise.all(keptFolders.map(async (folder) => {
    const entries = await readdir(join(dist, folder), { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name)));
  }));
  const worker = join('web', 'lessons', 'service_worker.js');
  const files = [...keptFiles, ...below.flat()].filter((file) => file !== worker).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(join(dist, file)));
  const source = await readFile(join(dist, worker), 'utf8');
  const written = source.replace("'VERSION'", `'${hash.digest('hex').slice(0, 16)}'`)
    .replace('kFiles = []', () => `kFiles = ${JSON.stringify(['./', ...files])}`);
  await rm(join(dist, worker));
  await writeFile(join(dist, 'service-worker.js'), written);
}

async function place(from, to) {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

const [target, ...built] = process.argv.slice(2);
const dist = resolve(target);
// Written beside and then swapped, so that a server never sees half of it and no old file stays.
const fresh = `${dist}.new`;
await rm(fresh, { recursive: true, force: true });
for (const file of servedFiles) await place(join(root, file), join(fresh, file));
for (const folder of servedFolders) {
  for (const file of await pageFiles(folder)) await place(join(root, file), join(fresh, file));
}
for (const argument of built) {
  const [folder, from] = argument.split('=');
  const isFile = extname(from) !== '';
  await place(from, join(fresh, folder, isFile ? basename(from) : ''));
}
await checkLessons(join(fresh, 'assets', 'lessons'), 'sharding');
await draw(fresh);
const words = JSON.parse(await readFile(join(root, 'assets', 'words', 'ru.json'), 'utf8'));
const catalogue = await readFile(join(root, 'core', 'strategies', 'README.md'), 'utf8');
await writeFile(join(fresh, 'catalogue.html'), cataloguePage(catalogue, Object.keys(words)));
await writeSingleFiles(fresh);
await shrinkScripts(join(fresh, 'web'));
await writeServiceWorker(fresh);
await rm(dist, { recursive: true, force: true });
await rename(fresh, dist);
