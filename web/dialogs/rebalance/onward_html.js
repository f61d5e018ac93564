// Where a plan goes on, as HTML.

export const kOnwardHtml = `
  <section data-name="onward" aria-labelledby="rebalance-onward" hidden><h3 id="rebalance-onward">Carry it out</h3>
    <p class="quiet">The runbook has the steps with their commands, how long they take, what to check, and how to go
      back. On the page, the plan becomes the last change, as far as it is carried out.</p>
    <p class="buttons"><button type="button" name="write-runbook" class="primary">Write a runbook…</button>
      <button type="button" name="apply">Show it on the page</button>
      <button type="button" name="watch">Watch it move…</button>
      <button type="button" name="migrate" data-dialog="migrate" data-subject="last" hidden>Migrate</button></p>
    <p data-name="applying" class="quiet" role="status"></p>
  </section>`;
