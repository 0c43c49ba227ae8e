import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

/** The size of a page in a PDF. */
const PAGE_SIZE = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g;

test('In the console, a master sees, prints and exports the response times, as a table and as bars', async () => {
  const { page, close } = await openPage(desk.browser, { viewport: { width: 1360, height: 768 } });
  await signInAt(page, desk.url, MASTER, '#/reports');
  const table = page.getByRole('table', { name: 'Reports' });
  await table.getByRole('row').nth(1).waitFor();
  expect(await page.locator('.chart-bars g').count()).toBe(30);
  expect(
    await page
      .locator('.chart-bars rect')
      .evaluateAll((bars) => bars.filter((it) => Number(it.getAttribute('height')) > 0).length),
  ).toBeGreaterThan(10);
  // The axes: from 0 to a round number, and from the first day to the last.
  const marks = await page.locator('.chart-marks li').allTextContents();
  expect(marks.at(-1)).toBe('0');
  expect(marks[0]).toMatch(/^[125]0*$/);
  expect(await page.locator('.chart-names li').count()).toBe(3);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('By').selectOption('Severity');
  await table.getByRole('rowheader', { name: 'Critical' }).waitFor();
  await expect.poll(() => page.url()).toContain('#/reports/severity');
  await page.getByLabel('By').selectOption('Person');
  await table.getByRole('rowheader', { name: 'Acme Operator' }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^guard-response-times-.*\.csv$/);
  // The cell of the longest response is the address of its alert.
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /,http:\/\/localhost:\d+\/console\?alert=[0-9a-f-]{36},Acme,/,
  );
  // The last row has the numbers of all groups.
  await table.getByRole('row').last().getByRole('rowheader', { name: 'Total' }).waitFor();
  const cut = await page.locator('.report-table').evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(cut, 'The table is cut at this width.').toBe(0);
  await page.getByLabel('By').selectOption('Site');
  await table.getByRole('rowheader', { name: 'City Office' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page
    .locator('.paper-head')
    .getByText(/Acme .* to .*UTC/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByLabel('From').isVisible()).toBe(false);
  expect(await page.locator('.chart-bars').isVisible()).toBe(true);
  // On A4 with its margins, no column is cut off.
  const pages = [...(await page.pdf({ preferCSSPageSize: true })).toString('latin1').matchAll(PAGE_SIZE)];
  expect(new Set(pages.map(([, width, height]) => Number(width) > Number(height)))).toEqual(new Set([true]));
  await page.setViewportSize({ width: 1_047, height: 700 });
  const onPaper = await page.locator('.report-table').evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(onPaper, 'The table is cut on paper.').toBe(0);
  await page.emulateMedia({ media: 'screen' });
  expect(await page.locator('.paper-head').isVisible()).toBe(false);
  await page.getByLabel('By').selectOption('Person');
  await table.getByRole('row', { name: 'Acme Operator' }).getByRole('link').first().click();
  await page.getByRole('article').waitFor();
  await close();
});

test('The URL of a report contains its site and period, so that a reload shows the same report', async () => {
  const { page, close } = await openPage(desk.browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAt(page, desk.url, MASTER, '#/reports/type');
  await choose(page.getByRole('combobox', { name: 'Site' }), 'City Office');
  await expect.poll(() => page.url()).toContain(`site_id=${desk.siteId}`);
  await page.getByRole('table', { name: 'Reports' }).getByRole('row').nth(1).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByLabel('Period').selectOption('Last month');
  await expect.poll(() => page.url()).toMatch(/since=\d{4}-\d\d-01&until=/);
  await expect.poll(() => page.getByLabel('Period').inputValue()).toBe('last_month');
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-31');
  await page.getByText('No alerts in this time.').waitFor();
  await page.reload();
  await page.getByText('No alerts in this time.').waitFor();
  await close();
});

test('A master sets the time zone of the tenant, and reports, their paper and file, and new sites and schedules have it', async () => {
  const { page, complaints, close } = await openPage(desk.browser, {
    locale: 'en-GB',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1360, height: 768 },
  });
  await signInAt(page, desk.url, 'master@globex.test', '#/reports');
  await page.getByRole('heading', { name: /, UTC$/ }).waitFor();
  await page.getByRole('link', { name: 'Set the time zone' }).click();
  const zone = page.getByLabel('Time zone');
  // The browser's is filled in, and saved only by the person.
  await page.getByText('America/Sao_Paulo is the time zone of this browser').waitFor();
  expect(await zone.inputValue()).toBe('America/Sao_Paulo');
  expect(await findBarriers(page)).toEqual([]);
  await zone.fill('IST');
  await zone.press('Tab');
  expect(await zone.inputValue()).toBe('IST');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Choose a time zone such as Europe/Berlin.').waitFor();
  await zone.fill('kolkata');
  await zone.press('Enter');
  expect(await zone.inputValue()).toBe('Asia/Kolkata');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('link', { name: 'Reports' }).first().click();
  await page.getByRole('heading', { name: /, Asia\/Kolkata$/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Set the time zone' }).count()).toBe(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toMatch(/Tenant.*From.*To.*Time zone/);
  expect(file).toMatch(/Globex.*Asia\/Kolkata/);
  await page.emulateMedia({ media: 'print' });
  await page
    .locator('.paper-head')
    .getByText(/Globex .* to .*, Asia\/Kolkata/)
    .waitFor();
  await page.emulateMedia({ media: 'screen' });
  for (const view of ['sites', 'on-call']) {
    await page.goto(`${desk.url}/console#/${view}/new`);
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Time zone').inputValue(), view).toBe('Asia/Kolkata');
  }
  await page.goto(`${desk.url}/console#/overview`);
  await page.getByRole('button', { name: 'How it is counted' }).click();
  await page.getByText('Days are those of the time zone Asia/Kolkata.').waitFor();
  expect(complaints.filter((it) => !it.includes('422'))).toEqual([]);
  await close();
});

test('The console offers operators no reports', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, OPERATOR, '#/reports');
  await page.getByRole('heading', { name: 'Reports' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(0);
  await close();
});
