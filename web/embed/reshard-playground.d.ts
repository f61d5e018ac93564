/**
 * The playground as a figure:
 *
 *   <script type="module" src="https://example.org/reshard/reshard-playground.js"></script>
 *   <reshard-playground strategy="ring" nodes="5" vnodes="100" title="A ring of five" poster="ring.svg">
 *     <a href="https://example.org/reshard/#v=1&nodes=5"><img src="ring.png" alt="A ring of five nodes"></a>
 *   </reshard-playground>
 *
 * Nothing is loaded until the reader starts it by a click or Enter. What stands between the tags is the poster where
 * there is no other, and all that is left where scripts are off. Far off the screen the figure gives its graphics
 * context back, and near it again returns as it was. Several figures may stand on one page.
 */
export interface Change {
  /** The scenario as a link's fragment. */
  link: string;
  /** What the change did, in a sentence. */
  headline: string;
}

export interface Moved {
  keys: number;
  moved: number;
  /** 0 to 1. */
  share: number;
  leastShare: number;
  needless: number;
}

interface FigureEvents {
  /** The figure can be talked to. */
  ready: CustomEvent<{ link: string }>;
  change: CustomEvent<Change>;
  moved: CustomEvent<Moved>;
  /** Something was refused, in words: a part of a link, an attribute, a command. */
  error: CustomEvent<{ message: string }>;
}

/**
 * Attributes, each optional. All but timeline, src, sandbox and title are properties too:
 *   link      the scenario: an address of the playground, or what is behind its #
 *   strategy, nodes, vnodes, keys, seed   the fields of a link by themselves; they win over `link`
 *   view      pictures, in their order: structure, load, flows, map, inspector, compare; the first two if left out
 *   controls  what readers may change: none, or some of nodes, strategy, keys; nodes:locked is shown and cannot be used
 *   theme     light, dark or auto: as the page's color-scheme says
 *   lang      en or ru; if left out that of the nearest element around it that has one, else the reader's own choice
 *   timeline  shows the steps of the link below the pictures, as the playground does; read at the start
 *   height    240 to 4000 px, 420 if left out
 *   poster    a picture to show before the start
 *   src       the folder of the playground, if it is not that of this file
 *   sandbox   runs the figure in a sandbox: one of scripts and popups if empty; its server must then send
 *             Access-Control-Allow-Origin
 *   title     what screen readers call the figure
 */
export class ReshardPlayground extends HTMLElement {
  readonly src: string;
  readonly started: boolean;
  /** What is shown now, or will be after start(); setting it is open(). */
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
  /** Back to the poster; start() shows the same again. */
  stop(): void;
  /** Shows another scenario. */
  open(link: string): void;
  /** Does what a command says, {"do":"add_node"} for one, also what `controls` keeps from readers; rejects with what was refused. */
  run(command: object): Promise<void>;
  /** Figures of what is shown, as soon as its work is done: a figure out of the reader's sight rests until it is seen. */
  state(): Promise<object>;

  addEventListener<K extends keyof FigureEvents>(
    type: K, listener: (event: FigureEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'reshard-playground': ReshardPlayground;
  }
}
