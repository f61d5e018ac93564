/** Draws the picture of a link without a browser, in Node 18 or later. */

export interface PosterOptions {
  /** In CSS pixels, 240 to 4000; default: 720. */
  width?: number;
  /** In CSS pixels, 240 to 4000; default: 420. */
  height?: number;
  /**
   * Default: 'both', which follows the colour scheme of the page that shows it, in browsers that know light-dark()
   * (2024); programs that do not know it draw it in light colours.
   */
  theme?: 'light' | 'dark' | 'both';
  /** Default: 'en'. */
  language?: 'en' | 'ru';
}

export interface Poster {
  /** An SVG document with its own title and description; it refers to fonts and embeds none. */
  svg: string;
  /** The parts of the link that were refused and why, one per line; "" if none. */
  refused: string;
}

/**
 * Draws the scenario of a link: an address of the playground, or the part after its #. The link's `view` chooses the
 * pictures; `view=migration` draws the move that its `move` describes. Needs reshard-poster.wasm, reshard-core.mjs,
 * fonts/, assets/words/ and web/ beside it; for a move also reshard-core.wasm, reshard-migration.mjs and
 * reshard-migration.wasm. Rejects with a TypeError if `link` is not a string, a RangeError if an option is out of range, and an Error
 * if a file is missing.
 */
export function drawPoster(link: string, options?: PosterOptions): Promise<Poster>;
