// What web/serve promises about the server itself; other files test the page.
import { after, before, test } from 'node:test';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect } from '@playwright/test';

// Starts the server. Returns its first output and a promise of its exit code.
/**
 * @param {string} folder
 * @param {number} port
 */
async function serve(folder, port) {
  const server = spawn(process.execPath, ['web/serve-static.mjs', folder, String(port)]);
  const ended = new Promise((exited) => server.on('exit', exited));
  const words = await new Promise((said) => {
    let text = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      text += chunk;
      if (/\S\n$/.test(text)) said(text.trim());
    };
    server.stdout.on('data', collect);
    server.stderr.on('data', collect);
  });
  return { server, words, ended };
}

// What comes over the wire, which fetch() does not show.
/**
 * @param {number} port
 * @param {string} path
 * @param {string} accepted
 */
function sent(port, path, accepted) {
  return new Promise((answered, failed) => {
    request(
      { host: '127.0.0.1', port, path, headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } },
      async (response) => {
        answered({ headers: response.headers, bytes: Buffer.concat(await response.toArray()) });
      },
    )
      .on('error', failed)
      .end();
  });
}

// fetch() normalises paths before it sends them; an attacker does not.
/**
 * @param {number} port
 * @param {string} path
 */
function status(port, path) {
  return new Promise((answered, failed) => {
    request({ host: '127.0.0.1', port, path }, (response) => answered(response.statusCode))
      .on('error', failed)
      .end();
  });
}

const kScript = 'export default 0;'.repeat(100);
/** @type {string} */
let folder;
/** @type {import('node:child_process').ChildProcess} */
let server;
/** @type {number} */
let port;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reshard-'));
  await mkdir(join(folder, 'served', 'web', 'page'), { recursive: true });
  await writeFile(join(folder, 'served', 'index.html'), '<!doctype html><title>Reshard</title>');
  await writeFile(join(folder, 'served', 'web', 'page', 'page.js'), 'export {};');
  await writeFile(join(folder, 'served', 'web', 'reshard.wasm'), '');
  await writeFile(join(folder, 'served', 'web', 'reshard.js'), kScript);
  await writeFile(join(folder, 'served', 'web', 'reshard.js.br'), brotliCompressSync(kScript));
  await writeFile(join(folder, 'secret'), 'not to be served');
  const started = await serve(join(folder, 'served'), 0);
  server = started.server;
  port = Number(/127\.0\.0\.1:(\d+)\//.exec(started.words)[1]);
});

after(async () => {
  server.kill();
  await rm(folder, { recursive: true });
});

for (const [path, type] of [
  ['', 'text/html; charset=utf-8'],
  ['index.html', 'text/html; charset=utf-8'],
  ['web/page/page.js', 'text/javascript; charset=utf-8'],
  ['web/reshard.wasm', 'application/wasm'],
]) {
  test(`serves /${path} as ${type}, to any origin`, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
}

for (const accepted of ['br', 'gzip, deflate, br', 'gzip;q=1.0, br;q=0.5', 'gzip, br ;q=1']) {
  test(`sends the compressed version to clients that accept “${accepted}”, with the original type`, async () => {
    const { headers, bytes } = await sent(port, '/web/reshard.js', accepted);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(brotliDecompressSync(bytes).toString()).toBe(kScript);
  });
}

for (const accepted of [undefined, 'gzip', 'br;q=0', 'brotli']) {
  test(`sends a file as it is to who accepts ${accepted ? `“${accepted}”` : 'nothing'}`, async () => {
    const { headers, bytes } = await sent(port, '/web/reshard.js', accepted);
    expect(headers['content-encoding']).toBe(undefined);
    expect(bytes.toString()).toBe(kScript);
  });
}

test('sends a file without a compressed version as it is', async () => {
  const { headers, bytes } = await sent(port, '/web/page/page.js', 'br');
  expect(headers['content-encoding']).toBe(undefined);
  expect(bytes.toString()).toBe('export {};');
});

test('serves nothing outside its folder', async () => {
  for (const path of ['/../secret', '/..%2fsecret', '/web/../../secret', '/%2e%2e/secret', '/%00']) {
    expect(await status(port, path), path).toBe(404);
  }
});

// What any page can make a browser on this machine send, such as <img src="http://127.0.0.1:8080//">.
test('answers a target that is no path with 400, and goes on', async () => {
  for (const target of ['//', '//[', '//a:b/', 'http://[', 'http://x:99999/', '/%', '/%E2%82', '/%zz']) {
    expect(await status(port, target), target).toBe(400);
  }
  expect(await status(port, '/')).toBe(200);
  expect(server.exitCode).toBe(null);
});

test('says what to do when the port is in use', async () => {
  const second = await serve(join(folder, 'served'), port);
  expect(second.words).toBe(
    `web/serve: port ${port} is in use: stop what uses it, or take another, as in web/serve --port ${port + 1}`,
  );
  expect(await second.ended).toBe(1);
});
