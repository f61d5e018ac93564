/**
 * The playground as a figure:
 *
 *   <script type="module" src="https://example.org/reshard/reshard-playground.js"></script>
 *   <reshard-playground strategy="ring" nodes="5" vnodes="100" title="A ring of five" poster="ring.svg">
 *     <a href="https://example.org/reshard/#v=1&nodes=5"><img src="ring.png" alt="A ring of five nodes"></a>
 *   </reshard-playground>
 *
 * The figure loads nothing until the reader starts it with a click or Enter. The content between the tags is the
 * poster, unless you give another; it is also all that readers see if scripts are off. Far off screen, the figure
 * releases its graphics context; when it comes near again, it looks as before. A page may have several figures.
 */
export interface Change {
  /** The scenario as a link's fragment. */
  link: string;
  /** One sentence that says what the change did. */
  headline: string;
}

export interface Moved {
  keys: number;
  moved: number;
  /** The share of all keys that moved, and the minimum that any strategy must move; 0 to 1. */
  share: number;
  leastShare: number;
  /** Unnecessary moves: how many keys moved beyond that minimum. */
  needless: number;
}

interface FigureEvents {
  /** The figure accepts calls. */
  ready: CustomEvent<{ link: string }>;
  change: CustomEvent<Change>;
  moved: CustomEvent<Moved>;
  /** What was refused and why: a part of a link, an attribute, a command. The console says it too. */
  error: CustomEvent<{ message: string }>;
}

/**
 * Attributes, each optional. All but timeline, src, sandbox and title are properties too:
 *   link      the scenario: an address of the playground, or the part after its #
 *   strategy, nodes, vnodes, keys, seed   single fields of a link; they override `link`
 *   view      pictures to show, in order: structure, load, flows, map, inspector, compare; default: structure, load;
 *             migration shows the move of the link's `move` in their place
 *   controls  what readers may change: none, or some of nodes, strategy, keys; nodes:locked is visible but disabled
 *   theme     light, dark or auto: what the page's color-scheme says; where it says nothing, dark if the text around
 *             the figure is light
 *   lang      en or ru; default: the language of the nearest enclosing element that has one, or else the reader's
 *             choice
 *   timeline  shows the steps of the link below the pictures, as the playground does; read once, at the start
 *   height    240 to 4000 px; default, and in place of anything else: 420
 *   poster    a picture to show before loading; an address with http, https, file, data or blob, or relative to the
 *             page
 *   src       the folder of the playground, with http, https or file, or relative to the page; default, and in place of
 *             anything else: the folder of this file
 *   sandbox   runs the figure in a sandbox; empty: allow scripts and popups. The server must then send
 *             Access-Control-Allow-Origin
 *   title     the name that screen readers announce
 */
export class ReshardPlayground extends HTMLElement {
  readonly src: string;
  readonly started: boolean;
  /** The link that the figure shows now, or will show after start(). Setting it calls open(). */
  link: string;
  theme: 'light' | 'dark' | 'auto';
  strategy: string | null;
  nodes: string | null;
  vnodes: string | null;
  keys: string | null;
  seed: string | null;
  view: string | null;
  controls: string | null;
  height: string | null;
  poster: string | null;

  start(): void;
  /** Goes back to the poster; start() shows the same scenario again. */
  stop(): void;
  /** Shows another scenario. */
  open(link: string): void;
  /**
   * Runs a command such as {"do":"add_node"}, even one that `controls` denies to readers. Rejects with the reason if
   * refused.
   */
  run(command: object): Promise<void>;
  /**
   * The numbers of what is shown, once they are computed. Rejects if the figure is not started, or rests far off
   * screen.
   */
  state(): Promise<object>;

  addEventListener<K extends keyof FigureEvents>(
    type: K,
    listener: (event: FigureEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'reshard-playground': ReshardPlayground;
  }
}
