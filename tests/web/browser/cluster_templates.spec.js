// “Open your cluster…”: what a template leaves open is filled in; open slots of Redis; and the runbook of what was
// opened.
import { names, openDialog, openRead, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, openerOf } from './page.mjs';

test('marks of a template where names and numbers must stand are filled in', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  const text = [
    '# kept by {{ team }}',
    'upstream {{ pool }} {',
    '  hash $request_uri consistent;',
    '  server {{ host_a }}:8080;',
    '  server {{ host_b }}:8080 weight={{ weight }};',
    '}',
  ].join('\n');
  await paste(page, text);
  await expect(dialog.getByRole('alert')).toHaveText(
    'Line 2: the template mark {{ pool }} stands where a name or number must be. ' +
      'Fill in what it stands for below, or paste the text as the program gets it.',
  );
  const fields = dialog.getByRole('group', { name: 'Values of the template' }).getByRole('textbox');
  await expect(fields).toHaveCount(4);
  await expect(page.locator('#cluster-text')).toBeFocused();
  await dialog.getByLabel('Value of {{ pool }}').fill('pages');
  await dialog.getByLabel('Value of {{ host_a }}').fill('10.0.0.1');
  await dialog.getByLabel('Value of {{ host_b }}').fill('10.0.0.2');
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Line 5: the template mark {{ weight }}');
  await expect(dialog.getByLabel('Value of {{ host_a }}')).toHaveValue('10.0.0.1');
  await dialog.getByLabel('Value of {{ weight }}').fill('3');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('nginx: 2 servers');
  await openRead(page);
  await expect
    .poll(async () => (await playground.state()).nodes.map(({ name, weight }) => [name, weight]))
    .toEqual([
      ['10.0.0.1:8080', 1],
      ['10.0.0.2:8080', 3],
    ]);
  expect(faultsOf(page)).toEqual([]);
});

test('variables of the environment are asked for where they decide, and nowhere else', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('haproxy/environment-2.cfg'));
  await expect(dialog.getByRole('alert')).toContainText('${TWO_WEIGHT}');
  await dialog.getByLabel('Value of ${TWO_WEIGHT}').fill('50');
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('HAProxy: 2 servers');
  await expect(dialog.getByRole('row').nth(2)).toHaveText(/two\s*50/);

  // another text has other marks
  await page.locator('#cluster-text').fill(textOf('haproxy/environment-1.cfg'));
  await expect(dialog.getByRole('status')).toHaveText('HAProxy: 2 servers');
  await expect(dialog.getByRole('group', { name: 'Values of the template' })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('a loop cannot be filled in, and the dialog says so', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('nginx/template-1.conf.j2'));
  await expect(dialog.getByRole('alert')).toContainText(
    "{% for host in groups['caches'] %} repeats or leaves out lines, so that no value can stand for it.",
  );
  await page.locator('#cluster-text').fill(textOf('twemproxy/template-1.yml'));
  await expect(dialog.getByRole('alert')).toContainText('{{- range $i, $e := until (int .Values.replicas) }} repeats');
  expect(faultsOf(page)).toEqual([]);
});

test('each open slot of Redis is told with its ends, and how its move is finished', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('redis/nodes-2-moving.txt'));
  const facts = dialog.getByRole('listitem');
  await expect(
    facts.filter({
      hasText:
        'Slot 8002 is moving from 10.20.2.22:7001 to 10.20.2.21:7000. After MIGRATE: CLUSTER SETSLOT 8002 NODE ' +
        '063895634114a0642cf0c7a3105cdd3a6bcbf94e on 10.20.2.21:7000, then on 10.20.2.22:7001.',
    }),
  ).toHaveCount(1);
  // the text says that 12346 comes from the other node
  await expect(facts.filter({ hasText: 'Slot 12346 is moving from 10.20.2.23:7002 to 10.20.2.22:7001.' })).toHaveCount(
    1,
  );
  await expect(facts.filter({ hasText: 'redis-cli --cluster fix 10.20.2.22:7001' })).toHaveCount(1);
  await dialog.getByLabel('Hide names').check();
  await expect(facts.filter({ hasText: 'redis-cli --cluster fix HOST:PORT' })).toHaveCount(1);
  await expect(facts.filter({ hasText: '0638956341' })).toHaveCount(0);

  const own = '585d40c316c71620831206ffe1bd00033e99d06a';
  const other = '52ed1a21026f33146ceaf3689913c0b111519b89';
  const moving = [0, 1, 2, 3, 4, 5, 6].map((slot) => `[${slot}->-${other}]`).join(' ');
  await page
    .locator('#cluster-text')
    .fill(
      [
        `${own} 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-16000 ${moving}`,
        `${other} 10.0.0.2:6379@16379 master - 0 0 2 connected 16001-16383`,
      ].join('\n'),
    );
  await expect(facts.filter({ hasText: /^Slot \d is moving/ })).toHaveCount(5);
  await expect(facts.filter({ hasText: 'and 2 more' })).toHaveCount(1);
  expect(faultsOf(page)).toEqual([]);
});

test('Migrate and its runbook begin with the CLUSTER NODES that was opened, and with the masters added', async ({
  page,
}) => {
  const { playground } = await openDialog(page);
  await paste(page, textOf('redis/nodes-1-healthy.txt'));
  await openRead(page);
  await expect.poll(async () => names(await playground.state())).toHaveLength(3);
  for (const name of ['10.0.0.8:6379', '10.0.0.9:6379']) await playground.run({ do: 'add_node', name });
  await playground.settled();
  await (await openerOf(page, 'migrate')).click();
  await expect(page.locator('#migrate .said')).not.toBeEmpty({ timeout: 60_000 });
  await expect(page.locator('#migrate [name=progress]')).toBeHidden({ timeout: 60_000 });
  await expect(page.locator('#migrate [name=protocol]')).toHaveValue('slot_by_slot');
  await page.locator('#migrate [name=runbook]').click();
  const runbook = page.locator('#runbook');
  await expect(runbook.locator('[data-name=read]')).toHaveText('Your cluster: 3 masters, 3 replicas, 16,384 slots.');
  await expect(runbook.locator('#runbook-new')).toHaveValue('10.0.0.8:6379\n10.0.0.9:6379');
  await expect(runbook.locator('[name=after]')).toHaveValue('5');
  await expect(runbook).toContainText('redis-cli --cluster add-node 10.0.0.8:6379');
  expect(faultsOf(page)).toEqual([]);
});
