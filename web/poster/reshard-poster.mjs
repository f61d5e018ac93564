#!/usr/bin/env node
// Draws the figure of a link as an SVG picture, for posts, mail and print:
//   node reshard-poster.mjs "v=1&nodes=5&log=+node-5" > ring.svg
// Needs reshard-poster.wasm, reshard-core.mjs, fonts/ and (for other languages) assets/words/ beside it, as in dist/;
// web/, and for a move also reshard-core.wasm, reshard-migration.mjs and reshard-migration.wasm.
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadReshard, startModule } from './reshard-core.mjs';

const kUsage = `Usage: reshard-poster LINK [--width 720] [--height 420] [--theme both|light|dark] [--language en|ru]
Writes the figure of a link, or of what is behind its #, as SVG. The link's view= says which pictures; \
view=migration draws the move of its move=.
Its colours follow the page that shows it, in browsers from 2024 or later; elsewhere, and with --theme light, they are \
light.`;
const kFonts = ['', '-latin', '-cyrillic', '-signs'].flatMap((part) =>
  [400, 600].map((weight) => `fonts/inter-${weight}${part}.ttf`),
);
const kFont = 0,
  kLink = 1,
  kTable = 2; // as reshard_room() of poster.cpp
const kLeastSide = 240;
const kMostSide = 4000;
const kThemes = ['light', 'dark', 'both'];

// The view of a move is the page's own: the core runs the move, and the page's scripts draw it as a picture here too.
/** @param {object} scenario @param {string} fragment @param {object} look */
async function drawMove(scenario, fragment, look) {
  const [core, moves, { useMoves, inputOf, posterOf }] = await Promise.all([
    loadReshard(),
    startModule('reshard-migration.wasm'),
    import(new URL('web/dialogs/migrate/poster.js', import.meta.url).href),
  ]);
  useMoves(moves);
  const { move, input } = inputOf(scenario, fragment);
  const result = await core.migrate(input);
  return (/** @type {string} */ theme) => posterOf({ ...look, theme, result, move });
}

/**
 * @param {string} link
 * @returns {Promise<{svg: string, refused: string}>} refused: which parts of the link were refused, in words, or ""
 */
export async function drawPoster(link, { width = 720, height = 420, theme = 'both', language = 'en' } = {}) {
  if (typeof link !== 'string') throw new TypeError('link: must be a text');
  for (const [name, side] of Object.entries({ width, height })) {
    if (!(side >= kLeastSide && side <= kMostSide))
      throw new RangeError(`${name}: ${side} is outside ${kLeastSide} to ${kMostSide}`);
  }
  if (!kThemes.includes(theme)) throw new RangeError(`theme: “${theme}” is not one of ${kThemes.join(', ')}`);
  if (!['en', 'ru'].includes(language)) throw new RangeError(`language: “${language}” is not one of en, ru`);
  const module = /** @type {any} its exports */ (await startModule('reshard-poster.wasm'));
  const give = (/** @type {number} */ which, /** @type {Uint8Array} */ bytes) => {
    const at = module.reshard_room(which, bytes.length); // this call may grow the memory and so replace its buffer
    new Uint8Array(module.memory.buffer).set(bytes, at);
  };
  for (const font of kFonts) give(kFont, await readFile(new URL(font, import.meta.url)));
  const fragment = link.replace(/^[^#]*#/, '');
  give(kLink, new TextEncoder().encode(fragment));
  const text = (/** @type {number} */ at) => {
    const bytes = new Uint8Array(module.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  };
  const { inBothThemes } = await import(new URL('web/dialogs/tools/both_themes.js', import.meta.url).href);
  const finished = (/** @type {(theme: string) => string} */ pictureIn) => ({
    svg: theme === 'both' ? inBothThemes(pictureIn('light'), pictureIn('dark')) : pictureIn(theme),
    refused: text(module.reshard_refused()),
  });
  const table =
    language === 'en'
      ? {}
      : JSON.parse(await readFile(new URL(`assets/words/${language}.json`, import.meta.url), 'utf8'));
  if (/(^|&)view=migration(&|$)/.test(fragment) && /(^|&)move=/.test(fragment)) {
    module.reshard_read();
    return finished(
      await drawMove(JSON.parse(text(module.reshard_reply())), fragment, { width, height, language, table }),
    );
  }
  if (language !== 'en') {
    give(
      kTable,
      new TextEncoder().encode(
        Object.entries(table)
          .flatMap((texts) => texts.map((each) => `${each}\0`))
          .join(''),
      ),
    );
  }
  module.reshard_draw(width, height);
  return finished((its) => text(module.reshard_picture(its === 'dark' ? 1 : 0)));
}

/** @param {string[]} words */
function readArguments(words) {
  /** @type {Record<string, string | number>} */
  const options = {};
  const links = [];
  for (let i = 0; i < words.length; ++i) {
    const [, option] = /^--(width|height|theme|language)$/.exec(words[i]) ?? [];
    if (option) options[option] = ['theme', 'language'].includes(option) ? words[++i] : Number(words[++i]);
    else if (words[i].startsWith('-')) throw new Error(`there is no option ${words[i]}`);
    else links.push(words[i]);
  }
  if (links.length !== 1) throw new Error('one link is needed');
  return { link: links[0], options };
}

/** @param {string[]} words */
async function main(words) {
  if (words.includes('--help')) return console.log(kUsage);
  const { link, options } = readArguments(words);
  const { svg, refused } = await drawPoster(link, options);
  if (refused) console.error(refused);
  process.stdout.write(svg);
}

// Also true if npm has put a symbolic link to this file into its folder of commands.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(`reshard-poster: ${error.message}\n${kUsage}`);
    process.exitCode = 1;
  });
}
