// The dialog “Open your cluster” as HTML.
import { kRefused } from '../tools/dialog.js';
import { kInsteadHtml } from './instead.js';
import { kIdentifyingHtml } from './identifying.js';
import { kPasted } from './cluster_rules.js';
import { kMarksHtml } from './marks_form.js';

const kPastedRows = kPasted.map(([, title, command]) => `<dt>${title}</dt><dd><code>${command}</code></dd>`).join('');

export const kHtml = `
  <p>Paste what your cluster prints, or the file that configures it. Reshard shows where its keys live, and what would
    move. Nothing leaves this page.</p>
  <label for="cluster-file">Open a file, or drop it here</label>
  <input id="cluster-file" type="file" name="file">
  <label for="cluster-text">Or paste</label>
  <textarea id="cluster-text" name="text" rows="7" spellcheck="false" autocomplete="off" autocapitalize="off"
    aria-describedby="cluster-limits"></textarea>
  <p id="cluster-limits" class="quiet" data-name="limits"></p>
  <progress name="progress" aria-label="Reading" max="1" value="0"></progress>
  ${kRefused}
  ${kInsteadHtml}
  ${kMarksHtml}
  <details data-name="what"><summary>What can be pasted</summary><dl>${kPastedRows}</dl></details>
  <p data-name="recognised" class="recognised" role="status"></p>
  <p class="line" hidden data-name="systems"><label for="cluster-system">System</label>
    <select id="cluster-system" name="system"></select></p>
  <p class="line" hidden data-name="choices"><label for="cluster-choice">What to open</label>
    <select id="cluster-choice" name="choice"></select></p>
  <p class="line" hidden data-name="figures"><label for="cluster-figure">Bars and flows show</label>
    <select id="cluster-figure" name="figure"></select></p>
  <div class="tables" tabindex="0" role="region" aria-label="Nodes" hidden data-name="region"></div>
  <ul class="facts" hidden data-name="facts"></ul>
  <details hidden data-name="skipped"><summary></summary><ul></ul></details>
  <p hidden data-name="renaming"><label><input type="checkbox" name="rename"> Hide names (node-1, node-2 …)</label>
    <span class="quiet" data-name="by_name" hidden>Other names may place keys on other nodes: many strategies hash
      them.</span></p>
  <p data-name="not_opened" hidden></p>
  <div data-name="comparing" hidden></div>
  ${kIdentifyingHtml}
  <p class="buttons door" hidden data-name="door"><button type="button" name="use" class="primary">Open</button>
    <button type="button" name="rebalance" hidden>Rebalance…</button>
    <button type="button" name="compare" aria-expanded="false">Compare with another text…</button></p>`;
