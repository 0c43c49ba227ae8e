import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { cutTexts, isFitting } from './console-layout.ts';
import { choose, forgetLanguage, rowsOf, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

/** The top bar and the navigation of the console. */

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());
// Some choose a language.
afterEach(async () => {
  for (const email of [MASTER, OPERATOR]) await forgetLanguage(desk.url, email);
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

async function open(email: string, options: BrowserContextOptions) {
  const opened = await openPage(desk.browser, options);
  await signInAt(opened.page, desk.url, email);
  return opened;
}

test('On a wide screen, the navigation lists the pages of a role in groups, and every label fits at each width', async () => {
  const { page, close } = await open(MASTER, { viewport: { width: 1360, height: 768 } });
  const rail = page.getByRole('navigation');
  await rail.getByRole('link', { name: 'Webhooks' }).waitFor();
  const groups = rail.locator('.rail-group');
  const listed = await groups.evaluateAll((all) =>
    all.map((group) => [
      group.querySelector('h2')?.textContent,
      [...group.querySelectorAll('.rail-label')].map((it) => it.textContent),
    ]),
  );
  expect(listed).toEqual([
    ['Watch', ['Overview', 'Alerts', 'Handover', 'Check-in']],
    ['Premises', ['Sites', 'Devices']],
    ['Planning', ['Response', 'Action plans', 'Calendars']],
    ['Insight', ['Reports', 'Audit']],
    ['Access', ['People', 'Sign-in methods', 'Keys', 'Webhooks']],
  ]);
  await close();
});

test.each(['en', 'pt', 'es', 'de'])(
  'No label of the console is cut off in the language %s at 390, 1024, 1280, 1360, 1920 and 2560 pixels',
  async (locale) => {
    const { page, close } = await openPage(desk.browser, { locale });
    await page.goto(`${desk.url}/console#/alerts`);
    await page.locator('form input').nth(0).fill(MASTER);
    await page.locator('form input').nth(1).fill(DEMO_PASSWORD);
    await page.locator('form button[type=submit]').click();
    await rowsOf(page).first().waitFor();
    for (const width of [390, 1024, 1280, 1360, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await cutTexts(page), await isFitting(page)]).toEqual([width, [], true]);
    }
    await close();
  },
);

test('On a phone, the top bar is as high while the console connects as afterwards, also where the word for it is long', async () => {
  const { page, close } = await openPage(desk.browser, { ...PHONE, locale: 'de' });
  const { promise: isMeasured, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/alerts?*', async (route) => {
    await isMeasured;
    await route.continue();
  });
  await page.goto(`${desk.url}/console#/alerts`);
  await page.locator('form input').nth(0).fill(OPERATOR);
  await page.locator('form input').nth(1).fill(DEMO_PASSWORD);
  await page.locator('form button[type=submit]').click();
  const bar = page.locator('.top-bar');
  await bar.locator('.connection-connecting').waitFor();
  const before = await bar.boundingBox();
  goOn();
  await rowsOf(page).first().waitFor();
  await bar.locator('.connection-connecting').waitFor({ state: 'detached' });
  expect((await bar.boundingBox())?.height).toBe(before?.height);
  expect(before?.height).toBeLessThan(64);
  await close();
});

test('The rail can be reduced to icons, stays so after a reload, and its links keep their names', async () => {
  const { page, close } = await open(MASTER, { viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'Show icons only' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Show names' }).waitFor();
  const rail = page.getByRole('navigation');
  expect((await rail.boundingBox())?.width).toBeLessThan(80);
  await rail.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await close();
});

test('On a phone, a bar has the three pages that a role uses most, and More opens a sheet with all pages', async () => {
  const { page, close } = await open(OPERATOR, PHONE);
  const bar = page.getByRole('navigation');
  expect(await bar.locator('.rail-label').allTextContents()).toEqual(['Alerts', 'Overview', 'On call']);
  await bar.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog');
  expect(await findBarriers(page)).toEqual([]);
  await sheet.getByRole('link', { name: 'Sites' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  await sheet.waitFor({ state: 'detached' });
  // The bar covers nothing at the end of the page.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const end = await page.locator('.content').boundingBox();
  const place = await bar.boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((place?.y ?? 0) + 1);
  await close();
});

test('The first stop of the Tab key leads past the navigation to the first alert, or to the heading of another page', async () => {
  const { page, close } = await open(OPERATOR, { viewport: { width: 1280, height: 800 } });
  await rowsOf(page).first().waitFor();
  const skip = page.getByRole('button', { name: 'Skip to the content' });
  await skip.focus();
  expect((await skip.boundingBox())?.y).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  expect(await page.evaluate('Boolean(document.activeElement.closest(".alert-row"))')).toBe(true);
  await page.getByRole('link', { name: 'Sites' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await skip.focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  await close();
});

test('The menu of the person has their account, the language and the colours, which stay after a reload', async () => {
  const { page, close } = await open(OPERATOR, {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  });
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.locator('.person').click();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.locator('.person').click();
  expect(await ground()).toBe(dark);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false);
  await page.locator('.person').click();
  const asked = page.waitForRequest((it) => it.url().endsWith('/auth/me/preferences'));
  await page.locator('.person-menu').getByRole('combobox', { name: 'Language' }).selectOption('de');
  expect((await asked).postDataJSON()).toEqual({ language: 'de' });
  await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await close();
});

test('Ctrl K finds pages, open alerts, sites, devices and people, and the arrow keys and Enter open one', async () => {
  const { page, close } = await open(MASTER, { viewport: { width: 1280, height: 800 } });
  await rowsOf(page).first().waitFor();
  const options = page.getByRole('dialog').getByRole('option');
  const find = async (text: string, found: RegExp) => {
    const field = page.getByRole('combobox', { name: 'Find' });
    // The page may be about to listen for keys.
    await expect
      .poll(async () => {
        if ((await field.count()) === 0) await page.keyboard.press('Control+k');
        return field.count();
      })
      .toBe(1);
    await field.fill(text);
    await options.filter({ hasText: found }).first().waitFor();
  };
  await find('warehouse harb', /^Harbour WarehouseSite/);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Harbour Warehouse' }).waitFor();
  await find('acme operator', /^Acme OperatorPerson/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Acme Operator' }).waitFor();
  await find('audit', /^AuditPage$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await find('smoke detected', /Alert/);
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
  await chosen.click();
  await page.getByRole('article').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await close();
});

test('On a phone, the filters are one line that says what is listed, and four alerts are visible without scrolling', async () => {
  const { page, close } = await open(OPERATOR, PHONE);
  await rowsOf(page).nth(4).waitFor();
  const line = page.getByRole('button', { name: /^Filters: Open · all sites · Critical \d+, High \d+/ });
  await line.waitFor();
  const bar = await page.getByRole('navigation').boundingBox();
  const fourth = await rowsOf(page).nth(3).boundingBox();
  expect((fourth?.y ?? 0) + (fourth?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await line.click();
  await page.getByRole('checkbox', { name: /^Low/ }).check();
  await choose(page.getByLabel('Site'), 'City Office');
  await page.getByRole('button', { name: /^Filters: Open · City Office · Low \d+$/ }).click();
  expect(await page.getByLabel('Site').isVisible()).toBe(false);
  await close();
});
