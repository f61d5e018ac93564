// Packs the page and the lessons of dist/ into one HTML file that runs from a disk, where modules and fetch do not.
// A bundler for this project's way of writing modules alone: named imports and exports at the beginning of a line.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

const kEntry = 'web/page.js';
const kLate = ['web/reshard.js']; // imported under a name that is made when it is wanted, as is what lies in kLateFolder
const kLateFolder = 'web/later';
const kStyles = ['web/page.css', 'web/later/later.css', 'web/lessons/lessons.css'];
const kData = ['web/reshard.wasm', 'fonts/inter-400.ttf', 'fonts/inter-600.ttf', 'reshard-core.wasm', 'reshard-lessons.wasm'];
const kDataFolder = 'assets'; // its JSON
const kImport = /^import \{([^}]*)\} from '([^']+)';$/gm;
const kExport = /^export (?:async )?(?:class|function|const) (\w+)/gm;
// Pages that are not in the file.
const kHidden = 'a:is([href="catalogue.html"], [href="embedding.html"], [href^="teacher.html"]) { display: none; }';

// What the bundle runs in: modules are functions, evaluated when first wanted; fetch finds what was packed.
const kRuntime = `
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
importNow('${kEntry}');
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

// The files of one type below a folder of dist/, as paths from there.
async function filesIn(dist, folder, type) {
  const entries = await readdir(join(dist, folder), { withFileTypes: true });
  const found = await Promise.all(entries.map((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(dist, path, type);
    return path.endsWith(type) ? [path] : [];
  }));
  return found.flat().sort();
}

async function bundle(dist) {
  const wanted = [kEntry, ...kLate, ...await filesIn(dist, kLateFolder, '.js')];
  const seen = new Set();
  let modules = '';
  for (let path; (path = wanted.shift()) !== undefined; ) {
    if (seen.has(path)) continue;
    seen.add(path);
    modules += moduleOf(path, await readFile(join(dist, path), 'utf8'), wanted);
  }
  const data = {};
  for (const path of [...kData, ...await filesIn(dist, kDataFolder, '.json')]) {
    data[path] = (await readFile(join(dist, path))).toString('base64');
  }
  const script = `'use strict';\nconst data = ${JSON.stringify(data)};\nconst modules = {\n${modules}};\n${kRuntime}`;
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page of dist/ as one HTML document; its policy names its script and styles by hash. */
export async function singleFile(dist) {
  const read = (path) => readFile(join(dist, path), 'utf8');
  const script = await bundle(dist);
  const styles = await Promise.all([...kStyles.map(async (path) => [posix.basename(path, '.css'), await read(path)]), ['hidden', kHidden]]);
  const icon = Buffer.from(await read('assets/icon.svg')).toString('base64');
  const policy = `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; ` +
    `style-src ${styles.map(([, text]) => hashOf(text)).join(' ')}; img-src data:; base-uri 'none'; form-action 'none'`;
  const head = [`<link rel="icon" href="data:image/svg+xml;base64,${icon}">`, ...styles.map(([id, text]) => `<style id="style-${id}">${text}</style>`)];
  return (await read('index.html'))
    .replace(/ *<link rel="(?:icon|stylesheet|modulepreload|preload)"[^>]*>\n/g, '')
    .replace(/ *<script type="module"[^>]*><\/script>\n/, '')
    .replace(/(http-equiv="Content-Security-Policy" content=)"[^"]*"/, (_, name) => `${name}"${policy}"`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
    .replace('</body>', () => `<script>${script}</script>\n</body>`);
}
