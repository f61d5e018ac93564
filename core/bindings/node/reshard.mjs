#!/usr/bin/env node
// The command `reshard` for machines with Node but no compiler: see core/bindings/README.md. It is the main() of the
// native command compiled to WebAssembly, and reads and writes the same files; it uses one core.
import { createRequire } from 'node:module';

// Whatever ends it early is not what exit status 1 means, a difference that check found.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    if (error?.name === 'ExitStatus') return; // with which Emscripten ends a program that is done
    process.stderr.write(`reshard: ${error?.message ?? error}\n`);
    process.exit(4);
  });
}

globalThis.fetch = undefined; // Emscripten up to 3.1.6 would fetch its module, and Node does not fetch files
createRequire(import.meta.url)('./reshard-command.js');
