#!/usr/bin/env node
// The command `reshard` for machines with Node but no compiler: see core/bindings/README.md. It is the main() of the
// native command compiled to WebAssembly, and reads and writes the same files; it uses one core.
import { createRequire } from 'node:module';

globalThis.fetch = undefined;  // Emscripten up to 3.1.6 would fetch its module, and Node does not fetch files
createRequire(import.meta.url)('./reshard-command.js');
