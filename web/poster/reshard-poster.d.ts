/** The figure of a link as a picture, without a browser: in Node 18 or later. */

export interface PosterOptions {
  /** In CSS pixels, 240 to 4000; 720 if left out. */
  width?: number;
  /** In CSS pixels, 240 to 4000; 420 if left out. */
  height?: number;
  /** 'light' if left out. */
  theme?: 'light' | 'dark';
}

export interface Poster {
  /** An SVG document with its own title and description; it names fonts and holds none. */
  svg: string;
  /** What of the link could not be taken, in words, one line each; "" where all of it was. */
  refused: string;
}

/**
 * Draws the scenario of a link: an address of the playground, or what is behind its #. The link's `view` says which
 * pictures. Needs reshard-poster.wasm, reshard-core.mjs and fonts/ beside it. Throws a RangeError for an option out of
 * range, and an Error where a file is missing.
 */
export function drawPoster(link: string, options?: PosterOptions): Promise<Poster>;
