import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detailOf, rowsOf, rowWith, signedInClient, signInAt, untilEnabled } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';
const PLATFORM = 'platform@guard.test';

let desk: LocalConsole;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

/** Answers the next request to a path with 429. */
async function limitOnce(page: Page, path: string, seconds: number): Promise<void> {
  const json = { message: 'Too Many Attempts.', code: 'too_many_requests', request_id: 'x' };
  const headers = { 'Retry-After': String(seconds), 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' };
  await page.route(path, (route) => route.fulfill({ status: 429, headers, json }), { times: 1 });
}

describe.each([
  { name: 'desktop', options: { viewport: { width: 1280, height: 800 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const)('on a $name', ({ name, options }) => {
  const open = (more: BrowserContextOptions = {}) =>
    openPage(desk.browser, { ...options, reducedMotion: 'reduce', ...more });
  const look = async (page: Page, part: string) => {
    await page.screenshot({ path: `${SCREENSHOTS}/screen-${name}-${part}.png` });
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  };

  test('Opening an alert in the console sends one request', async () => {
    const { id, message } = await desk.raise({ message: 'Opened once' });
    const { page, requests, close } = await open();
    await signInAt(page, desk.url, OPERATOR);
    await page.getByText('Live', { exact: true }).waitFor();
    await rowWith(page, message).click();
    await detailOf(page).locator('.event').getByText('Raised').waitFor();
    const paths = requests.map((url) => url.slice(desk.url.length)).filter((path) => path.includes(id));
    expect(paths).toEqual([`/api/v1/alerts/${id}?include=history,plan,contacts`]);
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('The console reads a long history of an alert page by page', async () => {
    const { id } = await desk.raise({ message: 'Long history' });
    for (let note = 1; note <= 21; note++) await desk.master.alerts.addNote(id, `Note ${note}.`);
    const { page, close } = await open();
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    await detailOf(page).getByText('Note 21.').waitFor();
    expect(await detailOf(page).getByText('Note 1.', { exact: true }).count()).toBe(0);
    await detailOf(page).getByRole('button', { name: 'Show older entries' }).click();
    await detailOf(page).getByText('Note 1.', { exact: true }).waitFor();
    expect(await detailOf(page).locator('.history li').count()).toBe(22);
    await detailOf(page).getByRole('button', { name: 'Show older entries' }).waitFor({ state: 'detached' });
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('While the console waits because of a rate limit, it shows the wait, and announces it to screen readers', async () => {
    const { id } = await desk.raise({ message: 'Limited' });
    const { page, close } = await open();
    await limitOnce(page, `**/api/v1/alerts/${id}?*`, 2);
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    const read = 'The service allows 60 requests a minute. The alert is read in';
    await page.locator('.waits').getByText(read).last().waitFor();
    await detailOf(page).locator('.event').getByText('Raised').waitFor();
    await limitOnce(page, `**/api/v1/alerts/${id}/acknowledge`, 3);
    const acknowledge = detailOf(page).getByRole('button', { name: 'Acknowledge' });
    await untilEnabled(acknowledge);
    const place = await acknowledge.boundingBox();
    await acknowledge.click();
    const sent = 'The service allows 60 actions a minute. Your acknowledgement is sent in';
    await page.locator('.waits').getByText(sent).last().waitFor();
    await page.getByRole('status').filter({ hasText: sent }).waitFor();
    expect(await acknowledge.boundingBox()).toEqual(place);
    await look(page, 'wait');
    await detailOf(page).locator('.event').getByText('Acknowledged').waitFor();
    expect(await page.locator('.waits').textContent()).toBe('');
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('The console does not show an unwatched device as silent, and its page says when it was last heard', async () => {
    const { id } = await desk.master.devices.create(desk.siteId, {
      name: `Back door ${name}`,
      type: 'door-contact',
      last_seen_at: '2026-01-01T00:00:00Z',
    });
    await desk.master.report([{ action: 'heartbeat', device_id: id }]);
    const { page, close } = await open();
    await signInAt(page, desk.url, OPERATOR, '#/devices');
    const tableOf = (caption: string) => page.getByRole('table', { name: caption });
    const row = tableOf('All devices')
      .getByRole('row')
      .filter({ hasText: `Back door ${name}` });
    await row.getByRole('link').waitFor();
    expect(await row.textContent()).not.toMatch(/Silent|\d (s|min|h)/);
    await look(page, 'devices');
    const silent = tableOf('All devices').getByRole('row').filter({ hasText: 'Silent' });
    await silent
      .first()
      .getByText(/\d (s|min|h)/)
      .waitFor();
    await row.getByRole('link').click();
    const heard = page.locator('.facts div').filter({ hasText: 'Last heard' });
    await heard.getByText(String(new Date().getFullYear())).waitFor();
    await desk.master.devices.delete(id);
    await close();
  });

  test('The console shows a platform admin the tenant of an alert in the alert’s details and in the dialog to resolve it', async () => {
    const { id } = await desk.raise({ message: 'Alert of a tenant' });
    const tenantId = (await desk.master.me()).tenant_id;
    const { page, close } = await open();
    await signInAt(page, desk.url, PLATFORM, `?tenant_id=${tenantId}&q=tenant&alert=${id}`);
    await page.getByRole('banner').getByText('Acme', { exact: true }).waitFor();
    await detailOf(page).getByText('Tenant: Acme').waitFor();
    await look(page, 'tenant');
    // An open alert asks for its outcome in its details, not in a dialog.
    await detailOf(page).getByRole('button', { name: 'Close' }).click();
    await page.locator('.desk-bar').getByRole('checkbox').first().check();
    await page.locator('.desk-bar').getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog').getByText('Tenant: Acme').waitFor();
    await look(page, 'tenant-dialog');
    await page.keyboard.press('Escape');
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('The console shows an alert’s address, its times in the site’s time zone, and links for its URLs and phone numbers', async () => {
    const { id } = await desk.raise({
      message: 'See https://cam.test/c7, call +44 20 7946 0958.',
      metadata: {
        clip: 'https://cam.test/c7?at=1',
        trick: 'https://guard.test@evil.test',
        'guard-phone': '112',
      },
    });
    const { page, complaints, close } = await open({ timezoneId: 'Europe/Madrid', locale: 'en-GB' });
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    const facts = detailOf(page).locator('.facts');
    const place = detailOf(page).locator('.alert-place');
    await place.getByText('80 Exchange Square, London').waitFor();
    await place.getByText(/^\d\d:\d\d London \(UTC\+[01]\)$/).waitFor();
    await facts
      .getByText(/\d\d:\d\d:\d\d London \(UTC\+[01]\), .*\d\d:\d\d here/)
      .first()
      .waitFor();
    const links = facts.locator('a');
    expect(await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual(
      [
        ['https://cam.test/c7', 'https://cam.test/c7'],
        ['+44 20 7946 0958', 'tel:+442079460958'],
        ['https://cam.test/c7?at=1', 'https://cam.test/c7?at=1'],
        ['112', 'tel:112'],
      ],
    );
    for (const link of await links.all()) {
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    }
    await look(page, 'facts');
    expect(complaints).toEqual([]);
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('When a filter hides critical alerts, the console says so, and offers to show all alerts', async () => {
    const { page, close } = await open();
    await signInAt(page, desk.url, OPERATOR, '?severity=low');
    const { id, message } = await desk.raise({ message: 'Hidden by the filter' });
    await page
      .getByRole('alert')
      .getByText(/critical alerts are hidden by the filter/)
      .waitFor();
    await look(page, 'hidden');
    await page.getByRole('button', { name: 'Show all' }).click();
    await rowWith(page, message).waitFor();
    expect(await page.getByText(/hidden by the filter/).count()).toBe(0);
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('The console lists a resolved alert with its outcome, its resolver and its time', async () => {
    const { id, message } = await desk.raise({ message: 'Over and done' });
    await desk.master.alerts.resolve(id, { resolution: 'false_alarm' });
    const { page, close } = await open({ locale: 'en-US' });
    await signInAt(page, desk.url, OPERATOR, '?status=resolved');
    const state = rowWith(page, message).locator('.state');
    await state
      .getByText(/^Resolved: False alarm by Acme Master, \w{3} \d+, \d{4}, \d+:\d\d:\d\d\s[AP]M$/)
      .waitFor();
    expect(await state.locator('time').getAttribute('lang')).toBe('en-US');
    await look(page, 'resolved');
    await close();
  });

  test('The console shows the user of an empty tenant what to do next', async () => {
    const platform = await signedInClient(desk.url, PLATFORM);
    const tenant = await platform.tenants.create({
      name: `Initech ${name}`,
      master: { name: 'Bill', email: `bill-${name}@initech.test`, password: 'a long enough password' },
    });
    const { page, close } = await open();
    await signInAt(page, desk.url, PLATFORM, `?tenant_id=${tenant.id}`);
    await page.getByText('This is where you will see your sites at a glance').waitFor();
    await look(page, 'empty');
    await page.getByRole('link', { name: 'Create the first site' }).click();
    await page.waitForURL(`${desk.url}/console?tenant_id=${tenant.id}#/sites/new`);
    await close();
  });
});

test('The base URL of a stage leads a browser to the console', async () => {
  const { page, close } = await openPage(desk.browser);
  await page.goto(desk.url);
  await page.getByLabel('E-mail').waitFor();
  expect(page.url()).toBe(`${desk.url}/console`);
  await close();
});

const PARTS = ['?', '#/devices', '?status=resolved', '?severity=low'] as const;

test('Every button and link of the console on a phone is at least 44 pixels large', async () => {
  const { id } = await desk.raise({
    message: 'Call +44 20 7946 0958',
    metadata: { clip: 'https://cam.test/c7' },
  });
  const { page, close } = await openPage(desk.browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`${desk.url}/console`);
  await page.getByLabel('E-mail').waitFor();
  expect(await smallTargets(page)).toEqual([]);
  await signInAt(page, desk.url, OPERATOR);
  for (const part of [...PARTS, `?alert=${id}`]) {
    await page.goto(`${desk.url}/console${part}`);
    await page.locator('.alert-row, .table').first().waitFor({ state: 'attached' });
    if (part.includes(id)) await detailOf(page).getByRole('heading', { name: 'History' }).waitFor();
    expect([part, await smallTargets(page)]).toEqual([part, []]);
  }
  await desk.master.alerts.resolve(id);
  await close();
});

test('On a wall screen of 2560 × 1440 pixels, the console has no text below 16 pixels', async () => {
  const { page, close } = await openPage(desk.browser, { viewport: { width: 2560, height: 1440 } });
  await signInAt(page, desk.url, OPERATOR);
  for (const part of PARTS) {
    await page.goto(`${desk.url}/console${part}`);
    await page.locator('.alert-row, .table').first().waitFor();
    expect([part, await smallTexts(page)]).toEqual([part, []]);
  }
  await page.goto(`${desk.url}/console`);
  await rowsOf(page).first().click();
  await detailOf(page).getByRole('heading', { name: 'History' }).waitFor();
  expect(await smallTexts(page)).toEqual([]);
  await page.screenshot({ path: `${SCREENSHOTS}/screen-wall.png` });
  await close();
});

test('A printout of the console has no buttons, and shows the open alert in full', async () => {
  const { id, message } = await desk.raise({
    message: `A long message ${'that goes on and on '.repeat(30)}and ends`,
  });
  const { page, close } = await openPage(desk.browser, { colorScheme: 'dark' });
  await signInAt(page, desk.url, OPERATOR);
  await rowWith(page, message).waitFor();
  const shown = () =>
    page.evaluate(`[...document.querySelectorAll('button, input, select, textarea')]
      .filter((it) => it.checkVisibility()).map((it) => it.outerHTML)`);
  await page.emulateMedia({ media: 'print' });
  expect(await shown()).toEqual([]);
  await page.pdf({ path: `${SCREENSHOTS}/print-list.pdf` });
  await page.emulateMedia({ media: 'screen' });
  await rowWith(page, message).click();
  await detailOf(page).getByRole('heading', { name: 'History' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await shown()).toEqual([]);
  expect(await rowsOf(page).first().isVisible()).toBe(false);
  const { cut, ground } = (await page.evaluate(`(() => {
    const heading = document.querySelector('#detail-heading');
    return {
      cut: heading.scrollHeight - heading.clientHeight > 1,
      ground: getComputedStyle(document.body).backgroundColor,
    };
  })()`)) as { cut: boolean; ground: string };
  expect({ cut, ground }).toEqual({ cut: false, ground: 'rgb(243, 245, 247)' });
  await page.screenshot({ path: `${SCREENSHOTS}/screen-print.png`, fullPage: true });
  await desk.master.alerts.resolve(id);
  await close();
});

/** The targets that are too small for a finger. The target of a label is the whole label. */
function smallTargets(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('a, button, select, textarea, input')]
    .map((element) => element.closest('label') ?? element)
    .filter((element) => element.checkVisibility())
    .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ text, box }) => [text, box.width, box.height])`);
}

/** The visible texts that are smaller than 16 pixels. */
function smallTexts(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .filter((it) => it.checkVisibility() && !it.closest('.unseen'))
    .map((it) => [it.textContent.slice(0, 40), parseFloat(getComputedStyle(it).fontSize)])
    .filter(([, size]) => size < 16)`);
}
