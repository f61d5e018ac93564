// Adds up the reports of all suites, names the first failures, and ends with one line of totals:
//   node tests/count.mjs [<title> <folder of JSON reports, or - of a build> <exit status> <seconds>]...
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
/** @import {JSONReport, JSONReportSpec, JSONReportSuite} from '@playwright/test/reporter' */
/** @import {Json} from './types.d.ts' */

const kNamed = 10; // the most failures to repeat for one suite

// Each reader returns how many tests passed and, for each that failed, its name, its place and the first line of why.
/** @typedef {[string, string, string]} Failure */
/** @typedef {{passed: number, flaky?: Failure[], failures: Failure[]}} Outcome */

/**
 * @param {{testsuites: {testsuite: Json[]}[]}} report
 * @returns {Outcome}
 */
function readGoogleTest({ testsuites }) {
  const ran = testsuites.flatMap((suite) => suite.testsuite).filter((test) => test.result === 'COMPLETED');
  const failed = ran.filter((test) => test.failures?.length > 0);
  return {
    passed: ran.length - failed.length,
    failures: failed.map(({ classname, name, failures }) => {
      const [place, ...why] = failures[0].failure.split('\n');
      return [`${classname}.${name}`, place, why.join(' ')];
    }),
  };
}

// A flaky test failed once and passed on retry: it counts as passed, and is named so that it gets fixed.
/**
 * @param {JSONReport} report
 * @returns {Outcome}
 */
function readPlaywright({ config, suites, errors, stats }) {
  /** @type {(suite: JSONReportSuite) => JSONReportSpec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const where = (/** @type {string} */ file, /** @type {number} */ line) =>
    `${relative('.', join(config.rootDir, file))}:${line}`;
  const withStatus = (/** @type {string} */ wanted) =>
    suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ title, file, line, tests }) => {
        const result = tests[0].results.find(({ status }) => status !== 'passed');
        return /** @type {Failure} */ ([title, where(file, line), result?.error?.message ?? '']);
      });
  const flaky = withStatus('flaky');
  const failures = withStatus('unexpected');
  // Errors outside any test: a file that cannot be read, a server that does not start.
  const others = errors.map(
    ({ message = '', location }) =>
      /** @type {Failure} */ (['playwright', location ? `${location.file}:${location.line}` : '', message]),
  );
  return { passed: stats.expected + flaky.length, flaky, failures: [...failures, ...others] };
}

/**
 * @param {string} folder
 * @param {number} status
 */
async function readSuite(folder, status) {
  /** @type {Required<Outcome>} */
  const sum = { passed: 0, flaky: [], failures: [] };
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json'))) {
    const text = await readFile(join(folder, name), 'utf8');
    if (text === '') continue; // its program was stopped before it could report
    const report = JSON.parse(text);
    const { passed, flaky = [], failures } = report.testsuites ? readGoogleTest(report) : readPlaywright(report);
    sum.passed += passed;
    sum.flaky.push(...flaky);
    sum.failures.push(...failures);
  }
  // A program that ended before it could report has failed too, and so has a suite without a test.
  if (sum.failures.length === 0 && status !== 0) {
    sum.failures.push(['it', '', `ended with status ${status} before all its tests had: see its last lines above`]);
  } else if (sum.failures.length === 0 && sum.passed === 0) {
    sum.failures.push(['it', '', 'ran no test']);
  }
  return sum;
}

function lineOf(/** @type {Failure} */ [name, place, why]) {
  const words = stripVTControlCharacters(why).replace(/\s+/g, ' ').trim();
  return [name, place, words].filter(Boolean).join(' | ').slice(0, 300);
}

/**
 * @param {string} title
 * @param {string} seconds
 * @param {Required<Outcome>} outcome
 */
function print(title, seconds, { passed, flaky, failures }) {
  console.log(`${title}: ${passed} passed, ${failures.length} failed, ${seconds} s`);
  for (const failure of failures.slice(0, kNamed)) console.log(`  ${lineOf(failure)}`);
  for (const failure of flaky) console.log(`  passed only when tried again: ${lineOf(failure)}`);
  if (failures.length > kNamed) console.log(`  and ${failures.length - kNamed} more, see above`);
}

const total = { passed: 0, failed: 0 };
const outcomes = process.argv.slice(2);
console.log('');
for (let i = 0; i < outcomes.length; i += 4) {
  const [title, folder, status, seconds] = outcomes.slice(i, i + 4);
  if (folder === '-') {
    console.log(`${title}: ${seconds} s`);
    continue;
  }
  const suite = await readSuite(folder, Number(status));
  print(title, seconds, suite);
  total.passed += suite.passed;
  total.failed += suite.failures.length;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
