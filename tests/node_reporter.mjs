// Reports `node --test` in the format that tests/count.mjs counts.
import { relative } from 'node:path';
/** @import {Json} from './types.d.ts' */

/** @param {AsyncIterable<{type: string, data: Json}>} events node:test's */
export default async function* reporter(events) {
  const suite = [];
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const cause = data.details?.error?.cause ?? data.details?.error;
    // A file is reported as a test too; it counts only if it failed before its tests could run.
    const isFile = data.details?.type === 'suite' || data.name === data.file || /\.mjs$/.test(data.name);
    if (data.details?.error?.failureType === 'subtestsFailed' || (isFile && type === 'test:pass')) continue;
    if (data.skip !== undefined || data.todo !== undefined) continue;
    const place = `${relative('.', data.file ?? data.name)}${data.line ? `:${data.line}` : ''}`;
    suite.push({
      classname: 'node',
      name: data.name,
      result: 'COMPLETED',
      ...(type === 'test:fail' && { failures: [{ failure: `${place}\n${cause?.message ?? cause}` }] }),
    });
  }
  yield JSON.stringify({ testsuites: [{ testsuite: suite }] });
}
