// HAProxy as a server of tests.
import { askHttp } from './programs.mjs';

/** What a configuration begins with: keys may be long, and connections are kept. */
export const kDefaults = `global
    maxconn 500
    tune.bufsize 32768
defaults
    mode http
    timeout connect 5s
    timeout client 20s
    timeout server 20s
    http-reuse always
`;

/** By key, which is sent in the header “Key”: the server that answers. @param {number} port @param {Buffer[]} keys */
export const askHaproxy = (port, keys) =>
  askHttp({ port, host: '127.0.0.1' }, keys, (key) =>
    Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nKey: '), key, Buffer.from('\r\n\r\n')]),
  );
