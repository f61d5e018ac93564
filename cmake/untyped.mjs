// Takes the comments with types out of scripts that are published as they are written: their .d.ts says the same to
// TypeScript and to readers, and a browser would fetch them.
import { minify } from 'terser';

const kBlock = /^ *\/\*\*(?:(?!\*\/).)*\*\/\n/gms;
const kInline = /\/\*\* @type (?:(?!\*\/).)*\*\/ /gs;

const meaningOf = async (/** @type {string} */ source) => (await minify(source, { module: true })).code;

/** The script without them; throws if anything else would change. @param {string} source */
export async function withoutTypes(source) {
  const bare = source
    .replace(kBlock, '')
    .replace(kInline, '')
    .replace(/\n{3,}/g, '\n\n');
  if ((await meaningOf(bare)) !== (await meaningOf(source)))
    throw new Error('what looks like a comment with types is none');
  return bare;
}
