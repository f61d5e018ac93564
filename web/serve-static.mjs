// A static server for dist/ on this machine alone:
//   node web/serve-static.mjs <folder> <port>
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';

/** @type {Record<string, string>} by extension */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

const [folder, port] = process.argv.slice(2);
const root = resolve(folder);
if (!existsSync(join(root, 'index.html'))) {
  console.error(`web/serve: there is no page in ${folder}: build it with web/serve --build`);
  process.exit(1);
}

// The file beside this one that is already compressed (cmake/brotli.mjs), if there is one and the request accepts it.
/** @param {{path: string}} file @param {string | string[]} [accepted] */
async function inBrotli(file, accepted) {
  const takes = String(accepted ?? '')
    .split(',')
    .some((coding) => {
      const [name, weight] = coding.split(/;\s*q=/);
      return name.trim() === 'br' && Number(weight ?? 1) > 0;
    });
  const found = takes ? await stat(`${file.path}.br`).catch(() => undefined) : undefined;
  return found && { path: `${file.path}.br`, bytes: found.size };
}

// The path that a request names, or undefined if it names none: other pages can make a browser send “//” or “/%”.
/** @param {string | undefined} target of the request */
function pathOf(target) {
  try {
    return decodeURIComponent(new URL(target ?? '/', 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

// The file at a path, or undefined if it is outside the folder or not a file.
/** @param {string} pathname */
async function fileOf(pathname) {
  const path = resolve(join(root, pathname));
  if (path !== root && !path.startsWith(root + sep)) return undefined;
  const found = await stat(path);
  if (!found.isDirectory()) return { path, bytes: found.size };
  const index = join(path, 'index.html');
  return { path: index, bytes: (await stat(index)).size };
}

const server = createServer(async (request, response) => {
  // A sandboxed frame has no origin of its own and still has to load the module.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cache-Control', 'no-cache');
  if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405).end();
  const pathname = pathOf(request.url);
  if (pathname === undefined)
    return response.writeHead(400, { 'Content-Type': types['.txt'] }).end('This is no path.\n');
  const file = await fileOf(pathname).catch(() => undefined);
  if (!file) return response.writeHead(404, { 'Content-Type': types['.txt'] }).end(`No ${pathname} here.\n`);
  const compressed = await inBrotli(file, request.headers['accept-encoding']);
  const sent = compressed ?? file;
  response.writeHead(200, {
    'Content-Type': types[extname(file.path)] ?? 'application/octet-stream',
    'Content-Length': sent.bytes,
    Vary: 'Accept-Encoding',
    ...(compressed && { 'Content-Encoding': 'br' }),
  });
  if (request.method === 'HEAD') return response.end();
  pipeline(createReadStream(sent.path), response, () => {});
});

server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `web/serve: port ${port} is in use: stop what uses it, or take another, ` +
          `as in web/serve --port ${Number(port) + 1}`
      : `web/serve: cannot serve on port ${port}: ${error.message}`,
  );
  process.exit(1);
});

server.listen(Number(port), '127.0.0.1', () => {
  console.log(
    `\nReshard is at http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/ (Ctrl+C stops it)`,
  );
});
