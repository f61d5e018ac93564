// Servers behind a proxy that is compared: each answers with its name.
import { createServer } from 'node:http';
import { atEnd } from './programs.mjs';

/**
 * Listens until the test ends at every name: "127.0.0.1:8080", or "unix:/path".
 * @param {import('./programs.mjs').Test} test
 * @param {string[]} names
 */
export async function answerAs(test, names) {
  for (const name of names) {
    const server = createServer((_, response) => {
      response.setHeader('X-Owner', name);
      response.end();
    });
    const [host, port] = name.split(/:(?=\d+$)/);
    await new Promise((done) => {
      const path = name.replace(/^unix:/, '');
      server.listen(port === undefined ? { path } : { host, port: Number(port) }, () => done(null));
    });
    atEnd(test, () => {
      server.closeAllConnections();
      server.close();
    });
  }
}
