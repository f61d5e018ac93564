// Adds up the reports of all suites and ends with the one line that counts them:
//   node tests/count.mjs [<title> <folder of JSON reports> <exit status of the suite>]...
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

// GoogleTest's report: a test that ran has a list of failures or none.
function countGoogleTest(report) {
  const tests = report.testsuites.flatMap((suite) => suite.testsuite).filter((test) => test.result === 'COMPLETED');
  const failed = tests.filter((test) => test.failures?.length > 0).length;
  return { passed: tests.length - failed, failed };
}

// Playwright's: a flaky test failed at least once.
function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

async function countSuite(folder, status) {
  const sum = { passed: 0, failed: 0 };
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json'))) {
    const report = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const { passed, failed } = report.testsuites ? countGoogleTest(report) : countPlaywright(report);
    sum.passed += passed;
    sum.failed += failed;
  }
  // A program that ended before it could report is a failure too, and so is a suite without a test.
  if ((status !== 0 || sum.passed === 0) && sum.failed === 0) sum.failed = 1;
  return sum;
}

const total = { passed: 0, failed: 0 };
const outcomes = process.argv.slice(2);
console.log('');
for (let i = 0; i < outcomes.length; i += 3) {
  const [title, folder, status] = outcomes.slice(i, i + 3);
  const { passed, failed } = await countSuite(folder, Number(status));
  console.log(`${title}: ${passed} passed, ${failed} failed${failed > 0 ? ': look for its first failure above' : ''}`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
