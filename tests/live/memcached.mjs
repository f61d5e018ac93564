// Memcached servers that answer with their own name, and a client that asks for keys.
import { createConnection, createServer } from 'node:net';
import { atEnd } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

/**
 * A memcached server that has every key, with the server's name as the value.
 * @param {Test} t
 * @param {import('node:net').ListenOptions | string} where
 * @param {string} name
 */
export function serve(t, where, name) {
  return new Promise((done, failed) => {
    const sockets = new Set();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      let text = '';
      socket.on('data', (data) => {
        text += data.toString('latin1');
        for (let end; (end = text.indexOf('\r\n')) >= 0; text = text.slice(end + 2)) {
          const key = /^get ([^ ]+) ?$/.exec(text.slice(0, end))?.[1] ?? '';
          socket.write(Buffer.from(`VALUE ${key} 0 ${name.length}\r\n${name}\r\nEND\r\n`, 'latin1'));
        }
      });
    });
    server.once('error', failed);
    const stop = () =>
      new Promise((ended) => {
        server.close(ended);
        for (const socket of sockets) socket.destroy();
      });
    server.listen(where, () => done(stop));
    atEnd(t, stop);
  });
}

/**
 * By key, the name of the server that answered.
 * @param {number} port
 * @param {Buffer[]} keys
 * @returns {Promise<string[]>}
 */
export function ask(port, keys) {
  return new Promise((done, failed) => {
    /** @type {string[]} */
    const owners = [];
    let text = '';
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      for (const key of keys) socket.write(Buffer.concat([Buffer.from('get '), key, Buffer.from('\r\n')]));
    });
    socket.on('error', failed);
    socket.on('close', () => failed(new Error(`twemproxy hung up after ${owners.length} keys`)));
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (text.includes('SERVER_ERROR')) failed(new Error(text.slice(-200)));
      const parts = text.split('END\r\n');
      text = parts.pop();
      for (const part of parts) owners.push(part.split('\r\n')[1] ?? part);
      if (owners.length < keys.length) return;
      done(owners);
      socket.destroy();
    });
  });
}
