// The dialog “Rebalance” as HTML.
import { kRefused } from '../tools/dialog.js';
import { kTakeFilesHtml } from '../tools/study.js';
import { kOnwardHtml } from './onward_html.js';
import { kTheirsHtml } from './theirs_part.js';
import { kCosts, kNumbers } from './wish.js';

const kGoal = `
  <div class="goal">
    <p class="fields">
      <label data-name="starting" hidden><span>Plan from</span> <select name="from"></select></label>
      <label data-name="scoping" hidden><span>Plan for</span> <select name="scope"></select></label>
      <label><span>Even out</span> <select name="by"></select></label>
      <span data-name="also" class="also" role="group" aria-label="Also keep within the limits"></span>
      <label><span>A node may exceed its share by, %</span>
        <input name="limit" type="number" min="0" max="9900" step="any" required></label>
      <label><span>A node may fall below it by, %</span>
        <input name="least" type="number" min="0" max="100" step="any" placeholder="no limit"></label>
      <label data-name="rating"><span>Rate of one copy, MB/s</span>
        <input name="rate" type="number" min="0.001" step="any" required></label>
      <label data-name="key-rating" hidden><span>Rate of one copy, keys per second</span>
        <input name="keyRate" type="number" min="1" max="${kNumbers.keyRate.most}" step="1"
          placeholder="unknown"></label>
      <span data-name="timing" class="window" role="group" aria-label="Copy only between two times of the day">
        <span>Copy only between these times</span> <input name="begin" type="time" aria-label="From this time">
        <span>–</span> <input name="end" type="time" aria-label="Until this time"></span></p>
    <p class="scale" data-name="costing"><label for="rebalance-cost" data-name="cheapest"></label>
      <input id="rebalance-cost" name="cost" type="range" min="0" max="${kCosts.length - 1}" step="1"
        aria-describedby="rebalance-cost-says"><span>Fewest moves</span></p>
    <p id="rebalance-cost-says" data-name="cost-says" class="quiet"></p>
  </div>`;

const kNodes = `
  <details data-name="leaving"><summary>Empty nodes</summary><div class="boxes" data-name="drain"></div></details>
  <details data-name="coming"><summary>Add nodes</summary>
    <p class="fields"><label><span>Names, separated by commas</span>
      <input name="add" type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
        aria-describedby="rebalance-add-says"></label></p>
    <p><button type="button" name="one-more">Add one more</button></p>
    <p id="rebalance-add-says" class="quiet">With a weight: node-7*2. In a zone: node-7@zone-b.</p></details>`;

const kMore = `
  <details data-name="more"><summary>More</summary>
    <p class="fields">
      <label><span>Copies at a node at once</span>
        <input name="atOnce" type="number" min="1" max="1000" step="1" required></label>
      <label><span>Copies of the same data</span> <select name="zones">
        <option value="">in zones as they are now</option>
        <option value="distinct">in different zones</option>
        <option value="none">in any zones</option></select></label>
      <label data-name="disking"><span>Disk of each node, GB</span>
        <input name="disk" type="number" min="0.001" step="any" placeholder="no limit"></label>
      <label><span>Random seed</span>
        <input name="seed" type="number" min="1" max="4294967295" step="1" required></label></p>
    <p><button type="button" name="longer">Search longer</button>
      <span data-name="steps-say" class="quiet" role="status"></span></p>
    <details data-name="each-node"><summary>Weights and disks</summary>
      <div class="tables per-node" tabindex="0" role="region" aria-label="Weights and disks"
        data-name="per-node"></div><p data-name="per-node-says" class="quiet"></p></details></details>`;

const kByHand = `
  <section data-name="by-hand" class="hand" aria-labelledby="rebalance-by-hand" hidden>
    <h3 id="rebalance-by-hand">Moved by hand</h3><ul class="chips"></ul></section>
  <section data-name="kept" class="hand" aria-labelledby="rebalance-kept" hidden>
    <h3 id="rebalance-kept">Stay where they are</h3><ul class="chips"></ul></section>`;

const kResult = `
  <div data-name="result" hidden>
    <p class="scale stop" data-name="stopping"><label for="rebalance-stop">Stop after</label>
      <input id="rebalance-stop" name="stop" type="range" min="0" step="1"><output for="rebalance-stop"></output></p>
    <h3>Nodes, now and after the moves</h3>
    <div data-name="bars" class="picture"></div>
    <p data-name="bars-say" class="quiet"></p>
    <details data-name="nodes"><summary>As a table</summary>
      <div class="tables" tabindex="0" role="region" aria-label="Nodes"></div></details>
    <section data-name="curving" aria-labelledby="rebalance-curve">
      <h3 id="rebalance-curve">Imbalance against what is moved</h3>
      <div data-name="curve" class="picture"></div></section>
    <section data-name="tools" aria-labelledby="rebalance-tools">
      <h3 id="rebalance-tools">Compared with real tools and simple rules</h3>
      <div class="tables" tabindex="0" role="region" aria-label="Tools and rules"></div>
      <details data-name="about-tools"><summary></summary><ul class="facts"></ul></details>
      ${kTheirsHtml}</section>
    <section><h3>List of moves</h3>
      <p class="quiet" data-name="clearing">Clear a box, and this one stays where it is, or its move by hand is taken
        back. The rest is planned again.</p>
      <p data-name="changed" role="status" class="changed" hidden></p>
      <details data-name="forcing"><summary>Add a move by hand…</summary>
        <p class="fields force"><label><span data-name="force-what">Entry</span> <input name="force-entry" type="text"
            list="rebalance-entries" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
          <label><span>From node</span> <select name="force-from" disabled></select></label>
          <label><span>To node</span> <select name="force-to" disabled></select></label>
          <button type="button" name="force" disabled>Move by hand</button></p>
        <p data-name="force-says" class="quiet" role="status"></p>
        <datalist id="rebalance-entries" data-name="entries"></datalist></details>
      <div class="tables moves" tabindex="0" role="region" aria-label="List of moves" data-name="moves"></div>
      <p><button type="button" name="all-moves" hidden></button></p>
      <details data-name="flows"><summary>From node to node</summary><div class="picture"></div></details></section>
    <section data-name="commands" aria-labelledby="rebalance-commands" hidden>
      <h3 id="rebalance-commands" tabindex="-1">Commands</h3>
      <p class="line"><label>For <select name="system"></select></label></p>
      <p data-name="held" class="quiet"></p><p data-name="not-written" class="quiet"></p>
      <pre tabindex="0" aria-label="Commands"><code></code></pre>
      <ul class="facts" data-name="command-notes"></ul>
      <p class="buttons"><button type="button" name="copy-commands">Copy</button>
        <button type="button" name="save-commands">Save commands</button>
        <button type="button" name="save-back">Save rollback</button><span data-name="files" class="buttons"></span></p>
    </section>
    ${kOnwardHtml}
    ${kTakeFilesHtml}
    <p class="buttons"><button type="button" name="link">Copy link</button>
      <button type="button" name="json">Save as JSON</button>
      <button type="button" name="moves-csv">Save moves as CSV</button>
      <span data-name="told" role="status" class="quiet"></span></p>
  </div>`;

export const kHtml = `
  <p class="quiet" data-name="of"></p>
  <div class="none" data-name="none" hidden>
    <p>The strategy on the page places keys by a function: there are no entries to move one by one.
      Strategies with a table, such as Redis slots, have them.</p>
    <p class="buttons"><button type="button" class="primary" data-dialog="cluster">Open your cluster…</button></p>
  </div>
  <p data-name="headline" class="headline" role="status" hidden></p>
  <p data-name="bound" hidden></p>
  <ul data-name="notes" class="facts"></ul>
  <p data-name="doors" class="buttons" hidden><button type="button" name="to-commands">See the commands</button></p>
  ${kRefused}
  <div class="sides" data-name="sides">
    <details class="inputs" data-name="wish"><summary>Goal</summary><div>${kGoal}${kNodes}${kMore}</div></details>
    <div class="answer">
      <p data-name="working" class="line quiet" hidden><span>Looking for a better plan…</span>
        <button type="button" name="enough">Stop searching</button></p>
      ${kByHand}
      ${kResult}
    </div>
  </div>`;
