// The addresses of brokers that a text names: in a command that is pasted with its answer, or in the head of what
// kafka-broker-api-versions and kcat print of each.

const kMost = 3; // one that answers is enough
const kEnd = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,250})|\[[0-9a-fA-F:.]{2,45}\]):\d{1,5}`;
const kCommand = new RegExp(
  String.raw`--(?:bootstrap-server|broker-list)[= ]["']?(${kEnd}(?:,${kEnd}){0,20})(?![^\s"'\\])`,
);
const kLines = [
  new RegExp(String.raw`^(${kEnd}) \(id: \d{1,10} rack: `, 'gm'),
  new RegExp(String.raw`^\s{1,8}broker \d{1,10} at (${kEnd})(?=\s|$)`, 'gm'),
];

/** @param {string} text @returns {?string} null: it names none */
export function bootstrapIn(text) {
  const [, given] = kCommand.exec(text) ?? [];
  if (given !== undefined) return given;
  for (const line of kLines) {
    const ends = new Set([...text.matchAll(line)].map(([, end]) => end));
    if (ends.size > 0) return [...ends].slice(0, kMost).join(',');
  }
  return null;
}
