// The HTML of the text view before web/text_view/text_view.js fills it. Most visits never open it.
import { translated } from '../text/language.js';

const kHtml = `<header>
  <h2 id="text-title" tabindex="-1">As text</h2>
  <button type="button" id="text-close">Close</button>
</header>
<p id="text-headline"></p>
<p id="text-notice" class="refused" hidden></p>
<p class="buttons">
  <button type="button" data-do="undo">Undo</button>
  <button type="button" data-do="redo">Redo</button>
  <button type="button" data-do="reset">Reset</button>
  <button type="button" data-do="copy_link">Copy link</button>
  <a id="text-story" target="_blank" rel="noopener">Read the story</a>
</p>

<h3>Nodes</h3>
<fieldset data-controls="nodes" aria-label="Nodes">
<table>
  <thead><tr>
    <th scope="col">Name</th><th scope="col">Weight</th><th scope="col" class="number">Keys</th>
    <th scope="col" class="number">Fair share</th><th scope="col"><span class="for-screen-readers">Remove</span></th>
  </tr></thead>
  <tbody id="text-nodes"></tbody>
</table>
<p id="text-no-weights" hidden>Weights have no effect here: this strategy ignores them.</p>
<p id="text-more-nodes" hidden><button type="button">Show all nodes</button></p>
<form id="text-add">
  <label>Name <input name="name" placeholder="automatic" autocomplete="off" spellcheck="false"></label>
  <label>Weight <input name="weight" type="number" min="0" step="any" value="1"></label>
  <button>Add node</button>
</form>
<p class="buttons">
  <button type="button" data-dialog="cluster">Open your cluster…</button>
</p>
</fieldset>

<h3>Strategy</h3>
<fieldset class="fields" data-controls="strategy" aria-label="Strategy">
  <label>Strategy <select id="text-strategy"></select></label>
  <p id="text-summary"></p>
  <div id="text-params" class="fields"></div>
  <label>Hash function <select id="text-hash"></select></label>
  <p id="text-hash-fixed" hidden></p>
</fieldset>
<p id="text-picture"></p>

<h3>Side by side</h3>
<fieldset data-controls="strategy" aria-label="Side by side">
<div class="wide-table">
<table id="text-compare" hidden><thead><tr></tr></thead><tbody></tbody></table>
</div>
<form id="text-compare-add">
  <label>Compare with <select name="strategy"></select></label>
  <button>Compare</button>
</form>
</fieldset>

<h3>Keys</h3>
<fieldset class="fields" data-controls="keys" aria-label="Keys">
  <label>Number of keys <input id="text-count" type="number" min="1" step="1"></label>
  <label>Type <select id="text-kind"><option value="given" hidden>Imported</option></select></label>
  <label>Seed <input id="text-seed" inputmode="numeric" autocomplete="off"></label>
  <p><button type="button" data-do="choose_keys">Import keys…</button></p>
</fieldset>

<h3>Requests and failures</h3>
<fieldset class="fields" data-controls="keys" aria-label="Requests and replicas">
  <label>Skew, 0 to 2 <input id="text-skew" type="number" min="0" max="2" step="any"></label>
  <label>Hot keys on all nodes <input id="text-spread" type="number" min="0" max="1000" step="1"></label>
  <label>Capacity, × fair share <input id="text-capacity" type="number" min="0" max="10" step="any"></label>
  <label>Replicas <input id="text-replicas" type="number" min="1" max="5" step="1"></label>
</fieldset>
<p id="text-load"></p>
<p id="text-overflow" hidden></p>
<table id="text-overflows" hidden>
  <thead><tr>
    <th scope="col">Full node</th><th scope="col">Moved on to</th><th scope="col" class="number">Keys</th>
  </tr></thead>
  <tbody></tbody>
</table>
<p id="text-failures" hidden></p>
<fieldset data-controls="nodes" aria-label="Node states">
<div class="fields">
  <label>Zones, nodes assigned round-robin <input id="text-zones" type="number" min="1" max="5" step="1"></label>
</div>
<p id="text-cascade" hidden><button type="button" data-do="cascade">Continue the cascade</button></p>
<table class="states">
  <thead><tr>
    <th scope="col">Name</th><th scope="col" class="number">Requests</th><th scope="col">Why</th>
    <th scope="col">Zone</th><th scope="col">State</th>
  </tr></thead>
  <tbody id="text-states"></tbody>
</table>
</fieldset>

<h3>Where does a key live?</h3>
<div class="fields">
  <label>Key <input id="text-key" autocomplete="off" spellcheck="false"></label>
</div>
<div aria-live="polite">
  <p id="text-key-refused" class="refused" hidden></p>
  <ol id="text-steps"></ol>
  <p id="text-future" hidden></p>
  <p id="text-before" hidden></p>
</div>

<form id="text-move" hidden>
  <fieldset class="fields" data-controls="strategy">
    <legend></legend>
    <label>From <input name="first" type="number" min="0" step="1" value="0"></label>
    <label>to <input name="last" type="number" min="0" step="1" value="0"></label>
    <label>New owner <select name="node"></select></label>
    <button>Move</button>
  </fieldset>
</form>

<h3>What moved</h3>
<p id="text-moved"></p>
<p id="text-map"></p>
<p class="buttons">
  <button type="button" data-dialog="migrate">Migrate…</button>
  <button type="button" data-dialog="costs">Steps, bytes and time…</button>
  <button type="button" data-dialog="script">Scripted changes…</button>
</p>
<table id="text-flows">
  <thead><tr>
    <th scope="col">From node</th><th scope="col">To node</th><th scope="col" class="number">Keys</th>
    <th scope="col" class="number" hidden>Sum of counts</th>
  </tr></thead>
  <tbody></tbody>
</table>`;

/**
 * A form, whose controls have names.
 * @template Controls
 * @typedef {HTMLFormElement & {elements: HTMLFormControlsCollection & Controls}} FormOf
 */
/**
 * What each id stands for, without its “text-”; index.html has the button that opens the view.
 * @typedef {Record<'close' | 'open', HTMLButtonElement> &
 *   Record<'count' | 'seed' | 'skew' | 'spread' | 'capacity' | 'replicas' | 'zones' | 'key', HTMLInputElement> &
 *   Record<'strategy' | 'hash' | 'kind', HTMLSelectElement> &
 *   {'add': FormOf<{name: HTMLInputElement, weight: HTMLInputElement}>} &
 *   {'compare-add': FormOf<{strategy: HTMLSelectElement}>} &
 *   {'move': FormOf<{first: HTMLInputElement, last: HTMLInputElement, node: HTMLSelectElement}>} &
 *   Record<'compare' | 'overflows' | 'flows', HTMLTableElement> &
 *   Record<'nodes' | 'states', HTMLTableSectionElement> &
 *   Record<'story', HTMLAnchorElement> &
 *   Record<'title' | 'headline' | 'notice' | 'no-weights' | 'more-nodes' | 'summary' | 'params' | 'hash-fixed' |
 *     'picture' | 'load' | 'overflow' | 'failures' | 'cascade' | 'key-refused' | 'steps' | 'future' | 'before' |
 *     'moved' | 'map', HTMLElement>} Parts
 */

/**
 * @template {keyof Parts} Name
 * @param {Name} name
 */
export const part = (name) => /** @type {Parts[Name]} */ (document.getElementById(`text-${name}`));

/** Adds it to the page's section for it, in the page's language. @param {HTMLElement} section */
export function addMarkup(section) {
  section.append(translated(kHtml));
}
