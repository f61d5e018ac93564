// The order of keys between which the profiler finds no difference. Identifiers come first, amounts and times last:
// nobody asks for one row by an amount or by a moment.

/**
 * @typedef {import('../../headless/reshard-profile.js').Judgement} Judgement
 * @typedef {import('../../headless/reshard-profile.js').CandidateProfile} CandidateProfile
 * @typedef {import('../../headless/reshard-profile.js').CandidateJudgement} CandidateJudgement
 */

export const kIds = /(^|_|\.)(id|key|uuid|guid)$|[a-z]Id$|^(user|customer|account|tenant|device|sensor)/i;
export const kTimes = /(^|_)(at|ts|time|date|timestamp|day)$|time|date|[a-z]At$/i;

const kWhole = /^-?\d+$/;
const kUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const kFraction = /^-?\d*\.\d+(e[-+]?\d+)?$/i;
const kMoment = /^\d{4}-\d\d-\d\d/;

/**
 * 0: named as an identifier; 1: numbered as one; 2: other texts; 3: an amount or a time.
 * @param {string} column
 * @param {string[]} values some of them
 */
function rankOf(column, values) {
  if (values.some((value) => kFraction.test(value) || kMoment.test(value))) return 3;
  if (kIds.test(column)) return 0;
  if (kTimes.test(column)) return 3;
  return values.length > 0 && values.every((value) => kWhole.test(value) || kUuid.test(value)) ? 1 : 2;
}

/**
 * A pair is as little an identifier as the lesser of its two columns; what both hold is one text, joined by “|”.
 * @param {CandidateProfile} candidate
 */
function rankOfKey({ columns, top }) {
  const parts = top.map(({ value }) => (columns.length === 1 ? [value] : value.split('|')));
  const whole = parts.filter(({ length }) => length === columns.length);
  return Math.max(
    ...columns.map((column, i) =>
      rankOf(
        column,
        whole.map((values) => values[i]),
      ),
    ),
  );
}

/**
 * The same judgement, with the keys of a tie in that order. Among equals the profiler's order stays.
 * @param {Judgement} judgement
 * @param {{candidates: CandidateProfile[]}} profile
 * @returns {Judgement}
 */
export function identifiersFirst(judgement, profile) {
  const { tie, candidates } = judgement;
  if (tie.length < 2) return judgement;
  const ranks = new Map(profile.candidates.map((each) => [each.id, rankOfKey(each)]));
  const rank = (/** @type {string} */ id) => ranks.get(id) ?? 2;
  const ordered = [...tie].sort((a, b) => rank(a) - rank(b));
  const place = (/** @type {CandidateJudgement} */ { id }) => {
    const at = ordered.indexOf(id);
    return at < 0 ? ordered.length : at;
  };
  return { ...judgement, tie: ordered, candidates: [...candidates].sort((a, b) => place(a) - place(b)) };
}
