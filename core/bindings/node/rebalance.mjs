// `reshard rebalance FILE`: what to move between the nodes of a pasted placement, as JSON, or in the system's own
// commands. What is read of the text, and the commands, are the page's; the planner is reshard-rebalance.wasm.
// `reshard rebalance --problem FILE` is the native command's.
import { readFileSync } from 'node:fs';
import {
  kDone,
  kSkipped,
  kSystem,
  kUsage,
  print,
  refusalOf,
  say,
  tellSkipped,
  tellStrict,
  tellUnread,
} from './read.mjs';
import { asked, paceFor } from './rebalance_options.mjs';
import { sentence, tellNotes, tellObstacles, tellPace, toolsText } from './rebalance_said.mjs';

const [kUneven, kImpossible] = [1, 5];
/** @param {string} template @param {(string | number)[]} args */
const filled = (template, args) => template.replace(/\{(\d)\}/g, (_, i) => String(args[i - 1]));

/**
 * @param {ReturnType<typeof asked>} options @param {any} scripts of the page
 * @param {import('../../../web/systems/reading/form.js').Reading} reading @param {any} found as planned() gives it
 */
function writtenOf({ back, throttle, wish }, { movingOf, scriptOf, backOf, writtenBy }, reading, found) {
  const { plan, problem, unit, pace } = found;
  const copies = plan.moves.filter((/** @type {string[]} */ move) => move.length === 3);
  const known = movingOf(reading, copies, problem);
  const nodes = [...known.nodes, .../** @type {any} */ (wish.add ?? [])];
  const rate = unit === 'bytes' ? pace?.rate : undefined;
  const moving = {
    ...{ ...known, nodes },
    ...(throttle !== undefined && { throttle }),
    ...(rate !== undefined && { rate }),
  };
  const { written, refused } = writtenBy(reading.system, moving);
  if (!written) throw new Error(refused || `there are no commands of ${reading.system}: use --json`);
  for (const note of written.notes) say(note);
  return (back ? backOf : scriptOf)(written).trimEnd();
}

/**
 * All of the plan as Markdown: steps, bytes, hours, checks, and the way back. What the problem leaves out was told.
 * @param {any} options @param {any} scripts @param {any} reading @param {any} found as planned() gives it
 */
function runbookOf({ throttle, wish }, scripts, reading, { plan, of, pace, schedule }) {
  const { carriedOf, planBook, markdownOf } = scripts;
  const add = wish.add ?? [];
  const nodes = [...reading.nodes, ...add];
  const carried = carriedOf(
    { reading: { ...reading, nodes }, asked: of, plan, throttle },
    {
      ...{ of: `${reading.system}: ${nodes.length} nodes`, added: add.map((/** @type {any} */ { name }) => name) },
      ...{ notes: [], pace, schedule, atOnce: wish.atOnce ?? 1 },
    },
  );
  return markdownOf(planBook(carried));
}

/** @param {any} planner @param {any} problem @param {any} plan @param {any} pace */
async function scheduleOf(planner, problem, { moves }, pace) {
  try {
    return await planner.schedule(problem, moves, pace);
  } catch (error) {
    const { field, message } = /** @type {Error & {field?: string}} */ (error);
    throw field === 'pace.rate' ? new Error(`--rate: ${message.replace(/^pace\.rate:? */, '')}`) : error;
  }
}

/** @param {ReturnType<typeof asked>} options @param {any} scripts @param {any} reading */
async function planned(options, scripts, reading) {
  const { seed, steps } = options;
  const of = scripts.problemOf(reading, options.wish);
  const { problem, unit, by, kind } = of;
  const pace = paceFor(options, unit);
  for (const text of [scripts.partialText(of), scripts.unwellText(of)]) if (text) say(text);
  tellNotes(of);
  const { loadRebalancer } = await import('../reshard-rebalance.mjs');
  const planner = await loadRebalancer();
  const plan = await planner.plan(problem, {
    ...(seed !== undefined && { seed }),
    ...(steps !== undefined && { steps }),
  });
  const schedule = pace && plan.found ? await scheduleOf(planner, problem, plan, pace) : null;
  return { of, plan, problem, unit, by, kind, planner, pace, schedule };
}

/** What is given to be read. @param {string} file */
const textOf = (file) => readFileSync(file === '-' ? 0 : file, 'utf8');

/** @param {string} file */
const nameOf = (file) => (file === '-' ? 'standard input' : file);

/**
 * The plan that a tool has printed, as a row beside the others; what is wrong with it goes to standard error.
 * @param {any} scripts @param {{file: string, text: string}} given @param {any} reading @param {any} problem
 */
function theirRow(scripts, { file, text }, reading, problem) {
  let theirs;
  try {
    theirs = scripts.theirsOf(text, { reading, problem });
  } catch (error) {
    const { line, message } = /** @type {Error & {line?: number}} */ (error);
    if (line === undefined) throw error;
    throw new Error(`--theirs ${nameOf(file)}: ${line > 0 ? `line ${line}: ` : ''}${message}`, { cause: error });
  }
  for (const one of scripts.theirsTexts(theirs)) say(`${nameOf(file)}: ${one}`);
  const { form, plan, told } = theirs;
  const { bytes, worst, excess } = scripts.endOf(plan);
  const of = { id: 'theirs', title: "a tool's own plan", known: 'given', source: 'your own output', form };
  return { ...of, moves: plan.moves.length, ignored: 0, bytes, worst, excess, curve: plan.curve, told };
}

/**
 * What real tools would do, beside the plan.
 * @param {any} scripts @param {any} reading @param {any} found
 * @param {{json: boolean, theirs: ?{file: string, text: string}}} asked
 */
async function toolsOf(scripts, reading, { plan, problem, unit, by, planner }, { json, theirs }) {
  const row = theirs && theirRow(scripts, theirs, reading, problem);
  const answers = await scripts.toolsFor(planner, { problem, by, system: reading.system });
  const rows = answers.map((/** @type {any} */ { id, title, source, known, plan: own, why }) => {
    const of = { id, title, known, source };
    if (own === null) return { ...of, refused: why.message };
    const { bytes, worst, excess } = scripts.endOf(own);
    return { ...of, moves: own.moves.length, ignored: own.ignored, bytes, worst, excess, curve: own.curve };
  });
  if (row) rows.push(row);
  const { moves, bytes, ratio, excess, curve } = plan;
  const own = { moves: moves.length, bytes, worst: ratio, excess, curve };
  return json ? JSON.stringify({ by, unit, plan: own, tools: rows }) : toolsText(own, rows);
}

/**
 * @param {ReturnType<typeof asked> & {given: ?{file: string, text: string}}} options `given`: a tool's own plan
 * @param {any} scripts @param {any} reading
 */
async function answered(options, scripts, reading) {
  const found = await planned(options, scripts, reading);
  const { plan, problem, unit, by, kind, pace, schedule } = found;
  if (!plan.found) {
    say('no plan keeps the rules');
    tellObstacles(plan);
    return kImpossible;
  }
  const holding = new Set(problem.entries.flatMap((/** @type {any} */ { replicas }) => replicas));
  const empties = problem.options.drain.some((/** @type {string} */ name) => holding.has(name));
  say(sentence(plan, unit, { entries: reading.entries.rows, kind, empties }));
  if (schedule && options.pace) tellPace(scripts, schedule, plan, problem, { ...pace, unit });
  tellObstacles(plan);
  if (options.check) return plan.bound.excess > 0 ? kUneven : kDone;
  const json = Boolean(options.json);
  if (options.tools) print(await toolsOf(scripts, reading, found, { json, theirs: options.given }));
  else if (options.runbook) print(runbookOf(options, scripts, reading, found));
  else if (options.commands || options.back) print(writtenOf(options, scripts, reading, found));
  else print(JSON.stringify({ by, unit, kind, options: problem.options, ...plan, ...(options.pace && { schedule }) }));
  return kDone;
}

/** @param {string[]} words @returns {Promise<number>} the exit status */
export async function rebalance(words) {
  const [scripts, { readCluster }] = await Promise.all([
    import('../web/systems/rebalance/rebalances.js'),
    import('../web/systems/clusters.js'),
  ]);
  let options;
  try {
    options = asked(words, scripts);
  } catch (error) {
    say(`rebalance: ${refusalOf(/** @type {Error & {code?: string}} */ (error), 'rebalance')}`);
    return kUsage;
  }
  const file = nameOf(options.file);
  const { theirs } = options;
  let reads = options.file;
  let [text, given] = ['', /** @type {?{file: string, text: string}} */ (null)];
  try {
    text = textOf(reads);
    if (theirs !== undefined) given = { file: (reads = theirs), text: textOf(theirs) };
  } catch (error) {
    say(`${nameOf(reads)}: ${/** @type {Error} */ (error).message}`);
    return kSystem;
  }
  const reading = await readCluster(text, { choose: options.choose, system: options.system });
  if ('fits' in reading || 'refused' in reading) {
    tellUnread(file, reading);
    return kUsage;
  }
  tellSkipped(file, reading.skipped);
  try {
    const whole = options.all ? scripts.allOf(reading) : reading;
    if (!whole) throw new Error('--all: the text does not hold several that are planned together');
    const status = await answered({ ...options, given }, scripts, whole);
    if (!options.strict || reading.skipped.length === 0) return status;
    tellStrict(file, reading.skipped);
    return kSkipped;
  } catch (error) {
    const { field, why, message } = /** @type {Error & {field?: string, why?: any}} */ (error);
    const told = why ? filled(why.what, why.args ?? []) : message;
    say(`rebalance: ${why && field ? `--${field}: ` : ''}${told}`);
    return kUsage;
  }
}
