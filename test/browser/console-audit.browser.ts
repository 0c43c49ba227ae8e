import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInClient, signInAt, siteNamed } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

test('A master sees who changed a site, from what to what, and a link shows only the changes of that site', async () => {
  const guard = await signedInClient(desk.url, MASTER);
  const id = await siteNamed(guard, 'Harbour Warehouse');
  await guard.sites.update(id, { name: 'Harbour East' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/audit');
  const row = page.getByRole('row').filter({ hasText: 'Site: changed Harbour East' });
  await row.getByText('Harbour Warehouse → Harbour East').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await row.getByRole('link', { name: 'Harbour East' }).click();
  await expect.poll(() => page.url()).toContain(`#/audit/${id}`);
  await page.reload();
  await row.waitFor();
  await page.getByLabel('Action').selectOption('user.deleted');
  await page.getByText('No such event.').waitFor();
  await close();
});
