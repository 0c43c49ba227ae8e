import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, signedInClient, signInAt, siteNamed } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

test('The audit page shows a master who changed a site and its old and new values, and a link lists only this site’s changes', async () => {
  const guard = await signedInClient(desk.url, MASTER);
  const id = await siteNamed(guard, 'Harbour Warehouse');
  await guard.sites.update(id, { name: 'Harbour East' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/audit');
  const row = page.getByRole('row').filter({ hasText: 'Acme Master changed the site Harbour East' });
  await row.getByText('name: Harbour Warehouse → Harbour East').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await row.getByRole('link', { name: 'Harbour East' }).click();
  await expect.poll(() => page.url()).toContain(`#/audit/${id}`);
  await page.reload();
  await row.waitFor();
  await page.getByLabel(/^Action/).selectOption('user.deleted');
  await page.getByText('No such event.').waitFor();
  await close();
});

test('The audit page shows a master the failed sign-ins of a day, and a person’s page links to the changes of that person', async () => {
  const guard = await signedInClient(desk.url, MASTER);
  const wrong = JSON.stringify({ email: 'viewer@acme.test', password: 'not the password' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${desk.url}/api/v1/auth/login`, { method: 'POST', headers, body: wrong });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/audit/user-sign_in_failed');
  const row = page.getByRole('row').filter({ hasText: 'Somebody failed to sign in as Acme Viewer' });
  await row.waitFor();
  const today = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
  await page.getByLabel('Until').fill(today);
  await row.waitFor();
  await page.getByLabel('Until').fill('2026-01-01');
  await page.getByText('No such event.').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByLabel('Until').fill('');
  const { id } = await guard.me();
  await page.goto(`${desk.url}/console#/people/${id}`);
  await page.getByRole('link', { name: 'Changes' }).click();
  await expect.poll(() => page.url()).toContain(`#/audit/${id}`);
  await page.getByRole('row').filter({ hasText: 'Acme Master signed in' }).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await close();
});

test('A master filters the audit log by person and action, follows a name to what that person did, and saves the same columns as CSV', async () => {
  const guard = await signedInClient(desk.url, MASTER);
  const id = await siteNamed(guard, 'City Office');
  await guard.sites.update(id, { name: '=City Office' });
  const admin = await signedInClient(desk.url, 'admin@acme.test');
  await admin.sites.update(id, { name: 'City Office' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/audit');
  // By the address: people may have the same name.
  await choose(page.getByRole('combobox', { name: 'Person', exact: true }), 'Acme Admin (admin@acme.test)');
  const table = page.getByRole('table', { name: 'Audit' });
  await table.getByText('Acme Admin changed the site').waitFor();
  await expect.poll(() => table.getByRole('link', { name: 'Acme Master' }).count()).toBe(0);
  await page.getByLabel(/^Action/).selectOption('changed the zone');
  await page.getByText('No such event.').waitFor();
  await choose(page.getByRole('combobox', { name: 'Person', exact: true }), 'Everybody');
  await page.getByLabel(/^Action/).selectOption('changed the site');
  await table.getByRole('link', { name: 'Acme Master' }).first().click();
  await expect.poll(() => page.url()).toMatch(/#\/audit\/by-[0-9a-f-]+$/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv.replace(/^\ufeff/, '').split('\r\n')[0]).toBe('When,Event,Changes,Address');
  expect(csv).toContain('Acme Master changed the site =City Office,name: City Office → =City Office');
  await close();
});
