// Packs pages of dist/ into HTML files that run from a disk each by itself, where modules and fetch do not: the page with
// its lessons, and the teacher's page.
// A bundler for this project's way of writing modules alone: named imports and exports at the beginning of a line.
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

// What each is made of. `late`: modules and folders of them that are imported under names which are made when they are
// wanted; `folders`: of JSON; `hidden`: links to pages that are no such file; `moved`: links to one that lies beside it.
const kPages = {
  'reshard-offline.html': {
    from: 'index.html',
    entry: 'web/page.js',
    late: ['web/reshard.js', 'web/later'],
    styles: ['web/page.css', 'web/later/later.css', 'web/lessons/lessons.css'],
    data: ['web/reshard.wasm', 'fonts/inter-400.ttf', 'fonts/inter-600.ttf', 'reshard-core.wasm', 'reshard-lessons.wasm'],
    folders: ['assets'],
    hidden: ['[href="catalogue.html"]', '[href="embedding.html"]', '[href^="teacher.html"]'],
    moved: {},
  },
  'reshard-offline-teacher.html': {
    from: 'teacher.html',
    entry: 'web/lessons/teacher.js',
    late: [],
    styles: ['web/embedding.css', 'web/lessons/teacher.css'],
    data: ['reshard-lessons.wasm'],
    folders: ['assets/lessons', 'assets/words'],
    hidden: [],
    moved: { './': 'reshard-offline.html' },
  },
};
const kImport = /^import \{([^}]*)\} from '([^']+)';$/gm;
const kExport = /^export (?:async )?(?:class|function|const) (\w+)/gm;

// What a bundle runs in: modules are functions, evaluated when first wanted; fetch finds what was packed.
const runtimeOf = (entry) => `
const base = new URL('./', document.baseURI).href;
const evaluated = {};
const pathOf = (address) => new URL(address, base).href.slice(base.length);
const importNow = (path) => {
  if (!evaluated[path]) modules[path](evaluated[path] = {}, base + path);
  return evaluated[path];
};
const importLater = async (specifier, from) => importNow(pathOf(new URL(specifier, from)));
const fetch = async (address) => {
  const packed = data[pathOf(address)];
  if (packed === undefined) return new Response(null, { status: 404, statusText: 'not in this file' });
  return new Response(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)));
};
importNow('${entry}');
`;

function moduleOf(path, source, wanted) {
  const names = [...source.matchAll(kExport)].map(([, name]) => name);
  const body = source
    .replace(kImport, (_, what, specifier) => {
      const imported = posix.join(posix.dirname(path), specifier);
      wanted.push(imported);
      return `const {${what.replaceAll(' as ', ': ')}} = importNow('${imported}');`;
    })
    .replace(/^export default (\w+);$/m, 'moduleExports.default = $1;')
    .replace(/^export (?=async |class |function |const )/gm, '')
    .replace(/\bimport\(([^)]+)\)/g, (_, specifier) => {
      const literal = /^'(\..*)'$/.exec(specifier)?.[1];
      if (literal) wanted.push(posix.join(posix.dirname(path), literal));
      return `importLater(${specifier}, moduleAddress)`;
    })
    .replaceAll('import.meta.url', 'moduleAddress');
  const left = /^(?:import|export)\b.*/m.exec(body);
  if (left) throw new Error(`${path}: cmake/single_file.mjs cannot read “${left[0].slice(0, 60)}”`);
  return `'${path}'(moduleExports, moduleAddress) {\n${body}\nObject.assign(moduleExports, { ${names.join(', ')} });\n},\n`;
}

// The files of one type below a folder of dist/, as paths from there; one that is no folder is itself.
async function filesIn(dist, folder, type) {
  if (folder.endsWith(type)) return [folder];
  const entries = await readdir(join(dist, folder), { withFileTypes: true });
  const found = await Promise.all(entries.map((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(dist, path, type);
    return path.endsWith(type) ? [path] : [];
  }));
  return found.flat().sort();
}

const filesInAll = async (dist, folders, type) => (await Promise.all(folders.map((folder) => filesIn(dist, folder, type)))).flat();

async function bundle(dist, page) {
  const wanted = [page.entry, ...await filesInAll(dist, page.late, '.js')];
  const seen = new Set();
  let modules = '';
  for (let path; (path = wanted.shift()) !== undefined; ) {
    if (seen.has(path)) continue;
    seen.add(path);
    modules += moduleOf(path, await readFile(join(dist, path), 'utf8'), wanted);
  }
  const data = {};
  for (const path of [...page.data, ...await filesInAll(dist, page.folders, '.json')]) {
    data[path] = (await readFile(join(dist, path))).toString('base64');
  }
  const script = `'use strict';\nconst data = ${JSON.stringify(data)};\nconst modules = {\n${modules}};\n${runtimeOf(page.entry)}`;
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function stylesOf({ styles, hidden }, read) {
  const all = await Promise.all(styles.map(async (path) => [posix.basename(path, '.css'), await read(path)]));
  return hidden.length > 0 ? [...all, ['hidden', `a:is(${hidden.join(', ')}) { display: none; }`]] : all;
}

/** A page of dist/ as one HTML document; its policy names its script and styles by hash. */
async function singleFile(dist, page) {
  const read = (path) => readFile(join(dist, path), 'utf8');
  const script = await bundle(dist, page);
  const styles = await stylesOf(page, read);
  const icon = Buffer.from(await read('assets/icon.svg')).toString('base64');
  const policy = `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; ` +
    `style-src ${styles.map(([, text]) => hashOf(text)).join(' ')}; img-src data:; base-uri 'none'; form-action 'none'`;
  const head = [`<link rel="icon" href="data:image/svg+xml;base64,${icon}">`, ...styles.map(([id, text]) => `<style id="style-${id}">${text}</style>`)];
  const html = Object.entries(page.moved).reduce((text, [from, to]) => text.replaceAll(`href="${from}`, `href="${to}`), await read(page.from));
  return html
    .replace(/ *<link rel="(?:icon|stylesheet|modulepreload|preload)"[^>]*>\n/g, '')
    .replace(/ *<script type="module"[^>]*><\/script>\n/, '')
    .replace(/(http-equiv="Content-Security-Policy" content=)"[^"]*"/, (_, name) => `${name}"${policy}"`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
    .replace('</body>', () => `<script>${script}</script>\n</body>`);
}

/** Writes them all into dist/. */
export async function writeSingleFiles(dist) {
  for (const [name, page] of Object.entries(kPages)) await writeFile(join(dist, name), await singleFile(dist, page));
}
