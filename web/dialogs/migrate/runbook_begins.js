// What the runbook begins with is opened by the dialog that takes clusters, over the runbook: by its button, or for
// what is pasted or dropped here. The example takes the same way.

/** @typedef {typeof import('../cluster/cluster.js')} Cluster */
/**
 * @typedef {(cluster: Cluster, page: import('../../host/page.js').Page) => Promise<boolean>} Opens whether the page
 *   shows something else now
 */

// As redis-server 7.0.15 prints it: three masters with a replica each.
const kExample = [
  ['a', 'myself,master', '-', '0-5460'],
  ['b', 'master', '-', '5461-10922'],
  ['c', 'master', '-', '10923-16383'],
  ['d', 'slave', 'a', ''],
  ['e', 'slave', 'b', ''],
  ['f', 'slave', 'c', ''],
]
  .map(([letter, flags, of, slots], i) => {
    const master = of === '-' ? of : of.repeat(40);
    const node = `${letter.repeat(40)} 10.0.0.${i + 1}:6379@16379 ${flags} ${master}`;
    return `${node} 0 1700000000000 ${(i % 3) + 1} connected ${slots}`.trim();
  })
  .join('\n');
export const kExampleMasters = '10.0.0.7:6379 10.0.0.8:6379';

export const kBeginsHtml = `<div class="begins"><p data-name="read" role="status"></p>
  <p class="buttons"><button type="button" name="open-cluster">Open your cluster…</button>
    <button type="button" name="example">Show an example</button></p></div>`;

/**
 * @param {import('../tools/dialog.js').Dialog} dialog
 * @param {(opens: Opens, isExample: boolean) => void} change
 */
export function connectCluster(dialog, change) {
  const { element } = dialog;
  const ask = (/** @type {Blob} */ given) => change((cluster, page) => cluster.ask(page, given), false);
  dialog.part('open-cluster').onclick = () => change((cluster, page) => cluster.ask(page), false);
  dialog.part('example').onclick = () => change((cluster, page) => cluster.openText(page, kExample), true);
  element.onpaste = (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // a placement has several lines, or is JSON
    if (!/[\n{]/.test(text) || /** @type {Element} */ (event.target).closest('input, textarea')) return;
    event.preventDefault();
    ask(new Blob([text]));
  };
  element.ondrop = (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    ask(file);
  };
}
