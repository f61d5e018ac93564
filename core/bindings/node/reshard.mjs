#!/usr/bin/env node
// The command `reshard` for machines with Node but no compiler: see core/bindings/README.md. It is the main() of the
// native command compiled to WebAssembly, and reads and writes the same files; it uses one core. `read`, `diff`
// and `rebalance` of a text are the page's scripts; all that WebAssembly has of them is their help.
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
const [command, ...words] = process.argv.slice(2);
const options = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
const helps = options.some((word) => word === '--help' || word === '-h');
if (command === 'read' && !helps) {
  const { read } = await import('./read.mjs');
  process.exitCode = await read(words);
} else if (command === 'diff' && !helps) {
  const { diff } = await import('./diff.mjs');
  process.exitCode = await diff(words);
} else if (command === 'rebalance' && !helps && !options.some((word) => /^(?:-p|--problem)/.test(word))) {
  const { rebalance } = await import('./rebalance.mjs');
  process.exitCode = await rebalance(words);
} else createRequire(import.meta.url)('./reshard-command.js');
