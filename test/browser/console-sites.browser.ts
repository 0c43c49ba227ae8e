import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, makeAlert } from '../unit/lib/console/make-alert.ts';
import { mockLists, pageWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const ADMIN = 'admin@acme.test';
const PLATFORM = 'platform@guard.test';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Light and dark, without barriers and without scrolling sideways. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

test('In the console, a master creates a site, manages its zones and its escalation, and deletes it', async () => {
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, '#/sites');
  await page.getByRole('link', { name: 'Create a site' }).click();
  const name = page.getByLabel('Name');
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  await named(page, 'Create a site').click();
  await page.getByText('This field is required.').waitFor();
  await name.fill('Glass Works');
  await page.getByLabel('Time zone').fill('Europe/Nowhere');
  await named(page, 'Create a site').click();
  await page
    .locator('.field')
    .filter({ hasText: 'Time zone' })
    .getByText('Choose a time zone such as')
    .waitFor();
  await page.getByLabel('Time zone').fill('Asia/Tokyo');
  await named(page, 'Create a site').dblclick();
  await page.getByRole('heading', { name: 'Glass Works' }).waitFor();
  await page.getByText(/^\d\d:\d\d Tokyo \(UTC\+9\)$/).waitFor();
  await page.locator('.place-head').getByText('No open alerts').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();

  await page.getByLabel('New zone').fill('Furnace');
  await named(page, 'Add a zone').click();
  const zone = page.getByRole('row').filter({ hasText: 'Furnace' });
  await zone.getByRole('button', { name: 'Rename' }).click();
  await page.locator('tr').getByLabel('Name').fill('Furnace hall');
  await page.locator('tr').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('rowheader', { name: 'Furnace hall' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Rename Furnace hall');
  await named(page, 'Delete').first().click();
  await page.getByRole('dialog').getByText('It still has devices or zones.').waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await look(page);
  await page.keyboard.press('Escape');

  const escalation = page.getByRole('combobox', { name: 'Escalation' });
  await escalation.selectOption('own');
  const high = page.getByRole('group', { name: 'High' }).getByRole('textbox');
  await high.nth(0).fill('15');
  await high.nth(1).fill('5');
  await named(page, 'Save').click();
  await page.getByText('Each number must be larger than the one before.').waitFor();
  await high.nth(0).fill('5');
  await high.nth(1).fill('15');
  await look(page);
  await named(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  const { id } = await siteCalled('Glass Works');
  expect(await desk.master.sites.get(id)).toMatchObject({ escalation: { high: [5, 15] } });
  await escalation.selectOption('inherit');
  await named(page, 'Save').click();
  await expect.poll(async () => (await desk.master.sites.get(id)).escalation).toBe(null);

  await page.getByRole('button', { name: 'Delete Furnace hall' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This site has no zones.').waitFor();
  await named(page, 'Delete').click();
  await page.getByRole('dialog').getByText('Its alerts and their history remain.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Sites' }).waitFor();
  await page.getByText('City Office').waitFor();
  expect(await page.getByText('Glass Works').count()).toBe(0);
  // A page that is left while it connects closes its connection.
  expect(complaints.filter((it) => !/422|WebSocket is closed before/.test(it))).toEqual([]);
  await close();
});

async function siteCalled(name: string) {
  const sites = await desk.master.sites.list({ limit: 100 }).all();
  return sites.find((it) => it.name === name) ?? expect.fail(`There is no site ${name}.`);
}

test('If somebody else has changed a site or the escalation meanwhile, the console shows both versions when a master saves', async () => {
  const { id } = await desk.master.sites.create({ name: 'Overtaken' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, `?tab=settings#/sites/${id}`);
  await page.getByRole('combobox', { name: 'Escalation' }).selectOption('own');
  await page.getByRole('group', { name: 'High' }).getByRole('textbox').first().fill('7');
  await desk.master.sites.update(id, { name: 'Renamed', escalation: { high: [9] } });
  await named(page, 'Save').click();
  const row = page.locator('.conflict').getByRole('row', { name: 'High 9 7' });
  await row.waitFor();
  await named(page, 'Save yours').click();
  await page.getByText('Saved.').waitFor();
  expect(await desk.master.sites.get(id)).toMatchObject({ name: 'Renamed', escalation: { high: [7] } });
  await desk.master.sites.delete(id);

  const before = await desk.master.escalation.get();
  await page.goto(`${desk.url}/console#/escalation`);
  await page.getByText('Critical: after 2, then 5, then 15 minutes.').waitFor();
  await page.getByRole('group', { name: 'Low' }).getByRole('textbox').first().fill('60');
  await desk.master.escalation.set({ ...before, low: [30], medium: [45] });
  await named(page, 'Save').first().click(); // the second one saves the reminders
  await page.locator('.conflict').getByRole('row', { name: 'Low 30 60' }).waitFor();
  await look(page);
  await named(page, 'Save yours').click();
  await page.getByText('Low: after 60 minutes.').waitFor();
  const { critical, high } = before;
  const saved = JSON.parse(JSON.stringify(await desk.master.escalation.get()));
  expect(saved).toEqual({ critical, high, low: [60], medium: [45] });
  await desk.master.escalation.set(before);
  await close();
});

test('The console shows an error in the escalation beside the severity that it concerns', async () => {
  const { page, close } = await openPage(desk.browser);
  const json = {
    message: 'Wrong.',
    code: 'validation_failed',
    request_id: 'x',
    errors: { 'high.0': ['The high.0 field must be at least 30.'] },
  };
  await page.route('**/api/v1/escalation', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 422, json }) : route.continue(),
  );
  await signInAt(page, desk.url, MASTER, '#/escalation');
  const high = page.getByRole('group', { name: 'High' });
  await high.getByRole('textbox').first().fill('20');
  await named(page, 'Save').first().click();
  await high.getByText('Enter a number of at least 30.').waitFor();
  expect(await high.getByRole('textbox').first().inputValue()).toBe('20');
  await close();
});

test('The site page of the console shows each role only the fields and buttons that the role may use', async () => {
  const visit = async (email: string, query: string) => {
    const { page, close } = await openPage(desk.browser, PHONE);
    await signInAt(page, desk.url, email, query);
    return { page, close };
  };
  const site = `#/sites/${desk.siteId}`;
  const admin = await visit(ADMIN, `?tab=settings${site}`);
  await admin.page.getByLabel('Address').waitFor();
  expect(await admin.page.getByRole('combobox', { name: 'Escalation' }).count()).toBe(0);
  await look(admin.page);
  await admin.page.goto(`${desk.url}/console#/escalation`);
  await admin.page.getByText('Tenant masters change these steps.').waitFor();
  expect(await admin.page.getByRole('textbox').count()).toBe(0);
  await look(admin.page);
  await admin.close();

  const operator = await visit(OPERATOR, site);
  const address = operator.page.getByRole('link', { name: '80 Exchange Square, London' });
  expect(await address.getAttribute('href')).toMatch(/^(geo:|maps:|https:\/\/www\.openstreetmap\.org\/)/);
  await operator.page.locator('.table tbody tr').first().waitFor();
  expect(await operator.page.getByRole('link', { name: 'Escalation' }).count()).toBe(0);
  const main = operator.page.getByRole('main');
  expect(await main.getByRole('textbox').count()).toBe(0);
  // Operators put sites on test.
  expect(await main.getByRole('button').count()).toBe(0);
  await main.getByRole('link', { name: 'Put on test', exact: true }).waitFor();
  await look(operator.page);
  await main.getByRole('table', { name: 'Open alerts' }).getByRole('link').first().click();
  await expect.poll(() => new URL(operator.page.url()).searchParams.get('site_id')).toBe(desk.siteId);
  await operator.close();

  const { tenant_id: tenantId } = await desk.master.me();
  const platform = await visit(PLATFORM, `?tenant_id=${tenantId}#/sites`);
  await platform.page.getByRole('link', { name: 'City Office' }).waitFor();
  await look(platform.page);
  await platform.page.goto(`${desk.url}/console?tenant_id=${tenantId}#/escalation`);
  await platform.page.getByText('High: after 15 minutes.').waitFor();
  await look(platform.page);
  await platform.close();
});

test('The site list of the console searches and exports 10,000 sites, and draws only 200 rows', async () => {
  const at = '2026-11-01T00:00:00.000+00:00';
  const sites = Array.from({ length: 10_000 }, (_, place) => ({
    id: `01992f3c-6b1e-7c55-9d6a-${String(place).padStart(12, '0')}`,
    name: place === 9_999 ? '=HYPERLINK("https://evil.test")' : `Site ${place}`,
    address: null,
    timezone: 'UTC',
    escalation: null,
    created_at: at,
    updated_at: at,
  }));
  const { page, complaints, close } = await openPage(desk.browser);
  await page.route(/\/api\/v1\/sites\?/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const end = from + 100;
    return route.fulfill({ json: pageWith(sites.slice(from, end), end < sites.length ? String(end) : null) });
  });
  await signInAt(page, desk.url, MASTER, '#/sites');
  await named(page, 'Load all').click();
  await named(page, 'Load all').waitFor({ state: 'detached' });
  expect(await page.locator('.table tbody tr').count()).toBe(200);
  await page.getByRole('searchbox').fill('site 7777');
  await page.getByText('1 found').waitFor();
  await page.getByRole('link', { name: 'Site 7777' }).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), named(page, 'Export CSV').click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(10_001);
  expect(lines.at(-1)).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
  expect(complaints).toEqual([]);
  await close();
});

test('In the console, an admin keeps the instructions and contacts of a site, which an operator sees next to its alerts', async () => {
  const site = await desk.master.sites.create({
    name: 'Boat Yard',
    address: '3 Pier Road',
    timezone: 'Asia/Tokyo',
  });
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, ADMIN, `?tab=contacts#/sites/${site.id}`);
  await page.getByText('This site has no contacts.').waitFor();
  for (const [name, phone] of [
    ['Kim', '040 123456'],
    ['Lee', '+4940999999'],
  ] as const) {
    await named(page, 'Add a contact').click();
    const form = page.locator('form').filter({ has: page.getByLabel('Phone') });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Phone').fill(phone);
    await named(page, 'Add a contact').dblclick();
    if (name === 'Kim') {
      await page.getByText('Enter a number with its country code, such as +49 40 123456').waitFor();
      await form.getByLabel('Phone').fill('+4940123456');
      await form.getByLabel('Note').fill('Has a dog');
      await named(page, 'Add a contact').click();
    }
    await page.getByRole('row').filter({ hasText: name }).waitFor();
  }
  await look(page);
  await page.getByRole('button', { name: 'Move up Lee' }).click();
  await page.getByRole('button', { name: 'Move up Kim' }).waitFor();
  await page.getByRole('button', { name: 'Edit Kim' }).click();
  await page.locator('tr').getByLabel('Note').fill('Has two dogs');
  await page.locator('tr').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'Has two dogs' }).waitFor();
  await page.getByLabel('Instructions').fill('The gate code is 1234.');
  await named(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  expect(complaints.filter((it) => !it.includes('422'))).toEqual([]);

  const alert = await desk.master.alerts.raise({
    site_id: site.id,
    type: 'intrusion',
    severity: 'critical',
    message: 'Boat house open',
  });
  await page.goto(`${desk.url}/console?alert=${alert.id}`);
  const sheet = page.getByRole('region', { name: 'What to do' });
  await sheet.getByText('The gate code is 1234.').waitFor();
  expect(await sheet.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Lee, Keyholder'),
    expect.stringContaining('Kim, Keyholder'),
  ]);
  expect(await sheet.getByRole('link', { name: '+4940999999' }).getAttribute('href')).toBe('tel:+4940999999');
  await page.getByText('3 Pier Road').waitFor();
  await look(page);
  await page.goto(`${desk.url}/console?tab=contacts#/sites/${site.id}`);
  for (const name of ['Kim', 'Lee']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' });
  }
  await page.getByText('This site has no contacts.').waitFor();
  await close();
});

test('The page of a site shows its state first, its tabs work by keyboard, and its timeline is a picture and a table in the site’s time zone', async () => {
  const site = await desk.master.sites.create({ name: 'Rail Yard', timezone: 'Asia/Tokyo' });
  const zone = await desk.master.zones.create(site.id, { name: 'Tracks' });
  await desk.master.devices.create(site.id, { name: 'Track sensor', type: 'camera', zone_id: zone.id });
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB', timezoneId: 'UTC' });
  await signInAt(page, desk.url, MASTER, `#/sites/${site.id}`);
  const head = page.locator('.place-head');
  await head.getByText('No open alerts').waitFor();
  await page.getByRole('columnheader', { name: 'Tracks' }).waitFor();
  const alert = await desk.raise({ site_id: site.id, message: 'Points forced', severity: 'high' });
  await head.getByText('High · Active').waitFor();
  await head.getByText('1 open alert').waitFor();
  await desk.master.alerts.acknowledge(alert.id);
  await head.getByText('High · Acknowledged').waitFor();
  await page.getByRole('link', { name: 'Now 1' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Alerts, silence and tests: 24 hours' }).waitFor();
  await named(page, '7 days').click();
  await page.getByRole('img', { name: 'Alerts, silence and tests: 7 days' }).waitFor();
  await page.getByText('As a table').click();
  const row = page.getByRole('row').filter({ hasText: 'High: Points forced' });
  await row.getByText('Tokyo (UTC+9)').waitFor();
  await row.getByText('still lasts').waitFor();
  await desk.master.alerts.resolve(alert.id);
  await look(page);
  await page.reload();
  await head.getByText('No open alerts').waitFor();
  await page.goBack();
  expect(complaints.filter((it) => !it.includes('WebSocket is closed before'))).toEqual([]);
  await close();
});

test('The list of 500 sites shows the state of each site without a request for each site', async () => {
  const at = '2026-11-01T00:00:00.000+00:00';
  const idAt = (place: number) => `01992f3c-6b1e-7c55-9d6a-${String(place).padStart(12, '0')}`;
  const sites = Array.from({ length: 500 }, (_, place) => ({
    id: idAt(place),
    tenant_id: idAt(900),
    name: `Shop ${place}`,
    address: `${place} High Street`,
    timezone: 'UTC',
    instructions: null,
    escalation: null,
    created_at: at,
    updated_at: at,
  }));
  const alerts = sites.map(({ id: site_id }, place) =>
    makeAlert({ id: idOf(place), site_id, severity: place % 2 ? 'critical' : 'low' }),
  );
  const { page, requests, close } = await openPage(desk.browser, {
    locale: 'en-GB',
    viewport: { width: 1360, height: 768 },
  });
  await mockLists(page, (query) => {
    const from = Number(query.get('cursor') ?? 0);
    return pageWith(alerts.slice(from, from + 100), from + 100 < alerts.length ? String(from + 100) : null);
  });
  await page.route(/\/api\/v1\/sites\?/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const end = from + 100;
    return route.fulfill({ json: pageWith(sites.slice(from, end), end < sites.length ? String(end) : null) });
  });
  await signInAt(page, desk.url, MASTER, '#/sites');
  await named(page, 'Load all').click();
  await named(page, 'Load all').waitFor({ state: 'detached' });
  const rowOf = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await rowOf('Shop 7').getByText('Critical · Active').waitFor();
  await rowOf('Shop 8').getByText('Low · Active').waitFor();
  await page.getByRole('searchbox').fill('shop 499');
  await rowOf('Shop 499').getByText('1 open alert').waitFor();
  expect(requests.filter((url) => /\/api\/v1\/sites\/[^?]/.test(url))).toEqual([]);
  await close();
});

test('On a phone the lists of sites and devices show the search and four rows without scrolling', async () => {
  const { page, close } = await openPage(desk.browser, PHONE);
  await signInAt(page, desk.url, MASTER, '#/sites');
  for (const path of ['sites', 'devices']) {
    await page.goto(`${desk.url}/console#/${path}`);
    await page.getByRole('searchbox').waitFor();
    const row = page.locator('.table tbody tr').nth(3);
    await row.waitFor();
    const bar = await page.locator('.phone-bar').boundingBox();
    const box = await row.boundingBox();
    expect([path, (box?.y ?? 9e9) + (box?.height ?? 0) <= (bar?.y ?? 0)]).toEqual([path, true]);
    await look(page);
  }
  await close();
});
