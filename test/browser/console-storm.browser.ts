import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert, AlertInput } from '../../lib/client/index.ts';
import { idOf, makeAlert } from '../unit/lib/console/make-alert.ts';
import { detailOf, pageWith, rowsOf, rowWith, signInAt, untilEnabled } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';
const DESKTOP = { viewport: { width: 1360, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let desk: LocalConsole;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

/** Nothing is open at the start of a test. */
beforeEach(async () => {
  const open = await desk.master.alerts.list({ status: ['active', 'acknowledged'], limit: 100 }).all();
  for (let start = 0; start < open.length; start += 25) {
    const ids = open.slice(start, start + 25).map(({ id }) => id);
    await desk.master.alerts.resolveMany(ids, {
      resolution: 'other',
      override_plan: true,
      note: 'Before a test',
    });
  }
});

const nextRinging = (page: Page) => page.getByRole('button', { name: /^Next ringing/ });
const markOf = (page: Page, { message }: Alert) => rowWith(page, message).locator('.new-mark');

async function raiseMany(count: number, fields: Partial<AlertInput> = {}): Promise<Alert[]> {
  const raised: Alert[] = [];
  for (let number = 0; number < count; number++) raised.push(await desk.raise(fields));
  return raised;
}

/** The number of rows that a person sees whole. */
const seenRows = (page: Page) =>
  page.evaluate<number>(`{
    const bar = document.querySelector('.phone-bar')?.getBoundingClientRect();
    const end = bar?.height > 0 ? bar.top : innerHeight;
    [...document.querySelectorAll('.alert-row')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= end;
    }).length;
  }`);

/** The text of the alert in the middle of the screen. After scrolling, the rows there take a moment to be drawn. */
async function messageInView(page: Page): Promise<string> {
  // Playwright cannot wait for an expression here: what it repeats in the page, the page's policy refuses.
  const read = () =>
    page.evaluate<string>(
      "document.elementFromPoint(600, 400)?.closest('.alert-row')?.querySelector('.message')?.textContent.trim() ?? ''",
    );
  await expect.poll(read).not.toBe('');
  return read();
}

test('An operator handles an alert from ring to resolve with at most five clicks and no scrolling at 1360 × 768 while 200 others ring', async () => {
  const alert = await desk.raise({ message: 'Panic at the till', type: 'panic' });
  await raiseMany(200);
  const { page, complaints, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, OPERATOR);
  await page.locator('.desk-bar').getByText('All 201').waitFor();
  await page.evaluate(`{
    globalThis.clicks = 0;
    globalThis.scrolls = 0;
    addEventListener('click', () => (globalThis.clicks += 1), true);
    for (const type of ['wheel', 'keydown']) addEventListener(type, () => (globalThis.scrolls += 1), true);
  }`);
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: true });
    await untilEnabled(button);
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // The test presses a place on the screen, as a person does: nothing scrolls a button into view.
    expect(x >= 0 && y >= 0 && x + width <= 1360 && y + height <= 768).toBe(true);
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  await press(/^Next ringing/);
  await detailOf(page).getByRole('heading', { name: alert.message }).waitFor();
  await press('Acknowledge');
  await detailOf(page).getByRole('button', { name: 'Acknowledged' }).waitFor();
  await page.screenshot({ path: `${SCREENSHOTS}/storm-desktop.png` });
  await press('Resolve');
  await press('False alarm');
  await page.getByText(`Resolved as False alarm: ${alert.message}`).waitFor();
  expect(await desk.master.alerts.get(alert.id)).toMatchObject({
    status: 'resolved',
    resolution: 'false_alarm',
  });
  expect(await page.evaluate('[clicks <= 5, scrolls]')).toEqual([true, 0]);
  expect(complaints).toEqual([]);
  await close();
});

test('On a phone of 390 × 844 pixels, an operator sees four alerts of a storm without scrolling, each with its site and age', async () => {
  await raiseMany(20, { message: 'Movement while armed at the loading bay of the northern warehouse' });
  const { page, complaints, close } = await openPage(desk.browser, PHONE);
  await signInAt(page, desk.url, OPERATOR);
  await page.locator('.desk-bar').getByText('All 20').waitFor();
  await page.screenshot({ path: `${SCREENSHOTS}/storm-phone.png` });
  expect(await seenRows(page)).toBeGreaterThanOrEqual(4);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(complaints).toEqual([]);
  await close();
});

test('What rings is marked as new until the operator opens it, also after a reload, and again when its severity rises', async () => {
  const dedup_key = 'smoke-in-the-kitchen';
  const smoke = { type: 'fire', message: 'Smoke', dedup_key };
  const high = await desk.raise({ ...smoke, severity: 'high' });
  const [worst] = await raiseMany(1);
  const quiet = await desk.raise({ severity: 'low', type: 'tamper' });
  if (!worst) throw new Error('No alert was raised.');
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, OPERATOR);
  for (const alert of [high, worst]) await markOf(page, alert).getByText('New').waitFor();
  expect(await markOf(page, quiet).count()).toBe(0);
  await expect.poll(() => nextRinging(page).innerText()).toBe('Next ringing (2)');

  await page.keyboard.press('n');
  await detailOf(page).getByRole('heading', { name: worst.message }).and(page.locator(':focus')).waitFor();
  await markOf(page, worst).waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await detailOf(page).getByRole('heading', { name: high.message }).waitFor();
  // None is new any more: the key leads to what still rings.
  await page.keyboard.press('n');
  await detailOf(page).getByRole('heading', { name: worst.message }).waitFor();
  await page.reload();
  await rowWith(page, high.message).waitFor();
  expect(await page.locator('.new-mark').count()).toBe(0);

  await desk.master.alerts.raise({
    ...smoke,
    site_id: desk.siteId,
    message: high.message,
    severity: 'critical',
  });
  await markOf(page, high).getByText('New').waitFor();
  // A filter hides it, and the button shows all alerts again.
  await page.getByRole('searchbox').fill(quiet.message);
  await rowWith(page, high.message).waitFor({ state: 'detached' });
  await nextRinging(page).click();
  await detailOf(page).getByRole('heading', { name: high.message }).waitFor();
  await rowWith(page, worst.message).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

describe.each([
  ['a desktop', 'desktop', DESKTOP],
  ['a phone', 'phone', PHONE],
])('on %s', (_, name, options) => {
  test('The alerts of a storm in groups say what is in each, open and fold, are selected together, and stay grouped after a reload', async () => {
    const harbour = (await desk.master.sites.list({ limit: 100 }).all()).find(
      (site) => site.name === 'Harbour Warehouse',
    );
    await raiseMany(3);
    await raiseMany(2, { site_id: harbour?.id ?? '', severity: 'high', type: 'tamper' });
    const { page, complaints, close } = await openPage(desk.browser, { ...options, colorScheme: 'dark' });
    await signInAt(page, desk.url, OPERATOR);
    await page.getByLabel('Group by').selectOption('By site');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?by=site');
    const [office, warehouse] = [rowWith(page, 'City Office'), rowWith(page, 'Harbour Warehouse')];
    for (const text of ['3 active', '3 critical', '3 new']) await office.getByText(text).waitFor();
    await warehouse.getByText('2 active').waitFor();
    expect(await warehouse.innerText()).not.toContain('critical');
    await page.screenshot({ path: `${SCREENSHOTS}/groups-${name}.png` });
    expect(await findBarriers(page)).toEqual([]);

    await page.keyboard.press('j');
    await office.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rowsOf(page).count()).toBe(5);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await office.first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.keyboard.press('x');
    await page.locator('.desk-bar').getByText('3 selected').waitFor();
    // Acting on a whole group asks first.
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByText('City Office (3)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select: City Office' }).click();
    await page.locator('.desk-bar').getByText('All 5').waitFor();

    await page.reload();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await nextRinging(page).click();
    await detailOf(page).waitFor();
    await detailOf(page).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(5);
    expect(complaints).toEqual([]);
    await close();
  });
});

test('The rows of a scrolled alert list stay where they are while an alert opens beside them and while worse ones arrive above', async () => {
  await raiseMany(40, { severity: 'high', type: 'fire' });
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, OPERATOR);
  await page.locator('.desk-bar').getByText('All 40').waitFor();
  await page.evaluate('scrollTo(0, 900)');
  const message = await messageInView(page);
  const topOf = async () => Math.round((await rowWith(page, message).first().boundingBox())?.y ?? Number.NaN);
  const before = await topOf();
  await rowWith(page, message).first().click();
  await detailOf(page).getByRole('heading', { name: message }).waitFor();
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2);
  const [worse] = await raiseMany(3);
  await page.locator('.desk-bar').getByText('All 43').waitFor();
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2);
  expect(worse?.severity).toBe('critical');
  await close();
});

test('In the dark, the page of an alert has no barrier that axe finds', async () => {
  const { id } = await desk.raise();
  const { page, close } = await openPage(desk.browser, { ...DESKTOP, colorScheme: 'dark' });
  await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
  await untilEnabled(detailOf(page).getByRole('button', { name: 'Acknowledge' }));
  expect(await findBarriers(page)).toEqual([]);
  await detailOf(page).getByRole('button', { name: 'Acknowledge' }).click();
  await detailOf(page).getByRole('button', { name: 'Acknowledged' }).waitFor();
  await page.getByText('Acknowledged: ').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await close();
});

describe('with 5,000 open alerts', () => {
  const TOTAL = 5_000;
  const SITES = 50;
  const TYPES = ['fire', 'intrusion', 'tamper', 'power'] as const;
  const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

  async function openStorm() {
    const opened = await openPage(desk.browser, DESKTOP);
    const { page } = opened;
    const alerts = Array.from({ length: TOTAL }, (_, at) =>
      makeAlert({
        id: idOf(TOTAL - at),
        severity: SEVERITIES[at % 4] ?? 'low',
        type: TYPES[at % 4] ?? 'fire',
        message: `Alert ${TOTAL - at}`,
        site_id: idOf(90_000 + (at % SITES)),
        site_name: `Site ${at % SITES}`,
      }),
    );
    await page.route(/\/api\/v1\/alerts\?/, (route) => route.fulfill({ json: pageWith(alerts) }));
    await signInAt(page, desk.url, OPERATOR);
    await page.locator('.desk-bar').getByText(`All ${TOTAL}`).waitFor();
    return opened;
  }

  test('Each interaction with 5,000 open alerts draws few rows, and prints its time to the next paint', async () => {
    const { page, close } = await openStorm();
    await page.evaluate(`{
      globalThis.slowest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
      }).observe({ type: 'event', durationThreshold: 16 });
    }`);
    const times: Record<string, number> = {};
    const during = async (what: string, act: () => Promise<unknown>) => {
      await page.evaluate('slowest = 0');
      await act();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
      times[what] = await page.evaluate<number>('slowest');
      expect(await page.locator('.alert-rows > li').count(), what).toBeLessThan(40);
    };
    const box = page.locator('.select-row input').nth(2);
    for (const what of ['select one', 'deselect it']) await during(what, () => box.click());
    await during('select all', () => page.locator('.select-all input').click());
    await during('deselect all', () => page.locator('.select-all input').click());
    await during('arrow keys', async () => {
      await page.keyboard.press('j');
      for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowDown', { delay: 30 });
    });
    await during('open', () => rowsOf(page).nth(4).click());
    await during('next ringing', () => page.keyboard.press('n'));
    await during('close', () => page.keyboard.press('Escape'));
    await during('filter', () => page.locator('.chip input').first().click());
    await during('all severities', () => page.locator('.chip input').first().click());
    await during('search', async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('site 7', { delay: 100 });
    });
    await during('no search', () => page.getByRole('searchbox').fill(''));
    for (const by of ['site', 'device', 'type', 'none']) {
      await during(`group by ${by}`, () => page.getByLabel('Group by').selectOption(by));
    }
    await page.getByLabel('Group by').selectOption('type');
    await during('open a group', () => page.locator('.group-row').first().click());
    await during('select a group', () => page.locator('.select-row input').first().click());
    await during('fold a group', () => page.locator('.group-row').first().click());
    console.info('Milliseconds to the next paint:', times);
    await close();
  });

  test('While time passes, a desk with 5,000 open alerts draws nothing but the ages that change', async () => {
    const { page, close } = await openStorm();
    await page.clock.install();
    await page.reload();
    await page.locator('.desk-bar').getByText(`All ${TOTAL}`).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate(`{
      globalThis.drawn = [];
      new MutationObserver((records) => {
        for (const { target, type, oldValue } of records) {
          // Preact writes empty texts and zeros again, which draws nothing.
          if (type === 'characterData' && oldValue === target.data) continue;
          drawn.push((target.nodeType === 3 ? target.parentElement : target).cloneNode().outerHTML);
        }
      }).observe(document.body, { childList: true, characterData: true, characterDataOldValue: true, attributes: true, subtree: true });
    }`);
    await page.clock.runFor(20_000);
    const drawn = new Set(await page.evaluate<string[]>('drawn'));
    expect([...drawn].filter((it) => !it.startsWith('<time'))).toEqual([]);
    await close();
  });
});
