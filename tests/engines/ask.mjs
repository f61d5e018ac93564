// Runs statements in ClickHouse's engine, in its own process, since the engine can have only one data folder:
//   node tests/engines/ask.mjs ENGINES CONFIGURATION DATA < statements.json > answers.json
// ENGINES is the folder with node_modules/chdb; an answer is {"out"} or {"error"}, with the milliseconds.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

const [engines, configuration, data] = process.argv.slice(2);
const { Session } = createRequire(join(engines, 'package.json'))('chdb');
const session = new Session(data, { connectionArgs: [`--config-file=${configuration}`] });
const answers = [];
for (const sql of /** @type {string[]} */ (await json(process.stdin))) {
  const began = performance.now();
  const milliseconds = () => Math.round(performance.now() - began);
  try {
    const out = session.query(sql, 'TabSeparated');
    answers.push({ out, milliseconds: milliseconds() });
  } catch (error) {
    answers.push({ error: error.message, milliseconds: milliseconds() });
  }
}
session.close();
process.stdout.write(JSON.stringify(answers));
