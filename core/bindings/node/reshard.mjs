#!/usr/bin/env node
// The command `reshard` where there is Node and no compiler: core/bindings/README.md says what it does. It is the native
// one's main in WebAssembly, and reads and writes the same files; it works on one core.
import { createRequire } from 'node:module';

globalThis.fetch = undefined;  // Emscripten up to 3.1.6 would fetch its module, and Node fetches no files
createRequire(import.meta.url)('./reshard-command.js');
