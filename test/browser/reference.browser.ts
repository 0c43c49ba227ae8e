import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { KNOWN_ALERT_TYPES } from '../../shared/alerts/alert.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { findBarriers } from './find-barriers.ts';
import { openBrowser, openPage } from './open-browser.ts';
import {
  authorize,
  OPERATIONS,
  openOperation,
  openReference,
  operationsOn,
  reopen,
  tryOut,
} from './reference-page.ts';

const SCREENSHOTS = '.guard/screenshots';
const OPERATOR = { email: 'operator@acme.test', password: DEMO_PASSWORD };

let browser: Browser;
let local: LocalServer;
let staged: TestGuard;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  browser = await openBrowser();
  local = await startLocalServer({ environment: { PORT: '0', GUARD_DATA: 'memory' }, log: () => {} });
  staged = await startGuard({ stage: 'prod', hasDemoAlerts: true });
});

afterAll(async () => {
  await staged?.stop();
  await local?.stop();
  await browser?.close();
});

test('The API reference lists every operation, and finds some by words of their path, title or name', async () => {
  const { page, complaints, close } = await openPage(browser);
  await openReference(page, local.url);
  expect(await operationsOn(page)).toEqual(OPERATIONS);
  await page.getByLabel('Find operations').fill('auth LOG');
  expect(await operationsOn(page)).toEqual(['POST /api/v1/auth/login', 'POST /api/v1/auth/logout']);
  expect(await page.locator('#count').textContent()).toBe('2 operations');
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  { where: 'without a stage', baseUrl: () => local.url },
  { where: 'behind a stage', baseUrl: () => `${staged.url}/prod` },
])(
  'Trying out login and logout in the API reference $where signs the page in and out, with requests to its own host only',
  async ({ baseUrl }) => {
    const { page, complaints, requests, close } = await openPage(browser);
    await openReference(page, baseUrl());
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(await page.locator('#operation-Alerts-listAlerts .request-url').textContent()).toContain(
      `${baseUrl()}/api/v1/alerts`,
    );
    await page.screenshot({ path: `${SCREENSHOTS}/signed-in.png` });
    expect(complaints).toEqual([]);
    expect(await tryOut(page, 'logout')).toBe('200');
    expect(await tryOut(page, 'listAlerts')).toBe('401');
    expect(requests.filter((url) => !url.startsWith(`${baseUrl()}/`) && !url.startsWith('data:'))).toEqual(
      [],
    );
    await close();
  },
);

test('The API reference accepts a token that is entered by hand, also after a reload', async () => {
  const { page, complaints, close } = await openPage(browser);
  await openReference(page, `${staged.url}/prod`);
  await authorize(page, await signIn(`${staged.url}/prod`));
  await reopen(page);
  expect(await tryOut(page, 'listAlerts')).toBe('200');
  expect(complaints).toEqual([]);
  await close();
});

describe('A session of the reference', () => {
  const storageOf = (page: Page) => page.evaluate('[{ ...sessionStorage }, { ...localStorage }]');

  test('A session of the API reference survives a reload, does not exist in other tabs, and ends at sign-out', async () => {
    const { page, complaints, close } = await openPage(browser);
    await openReference(page, local.url);
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    await reopen(page);
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(complaints).toEqual([]);

    const other = await page.context().newPage();
    await openReference(other, local.url);
    expect(await storageOf(other)).toEqual([{}, {}]);
    expect(await tryOut(other, 'listAlerts')).toBe('401');

    expect(await tryOut(page, 'logout')).toBe('200');
    expect(await storageOf(page)).toEqual([{}, {}]);
    await reopen(page);
    expect(await tryOut(page, 'listAlerts')).toBe('401');
    await close();
  });

  test('After trying out refresh, the API reference uses the new token, even after a reload', async () => {
    const { page, complaints, close } = await openPage(browser);
    await openReference(page, `${staged.url}/prod`);
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    expect(await tryOut(page, 'refreshToken')).toBe('200');
    await reopen(page);
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(complaints).toEqual([]);
    await close();
  });

  test('The API reference deletes its session when the service rejects the token, but not after a wrong password', async () => {
    const { page, close } = await openPage(browser);
    await openReference(page, `${staged.url}/prod`);
    const token = await signIn(`${staged.url}/prod`);
    await authorize(page, token);
    expect(await tryOut(page, 'login', JSON.stringify({ ...OPERATOR, password: 'wrong' }))).toBe('401');
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    await staged.call('POST /api/v1/auth/logout', { token });
    await reopen(page);
    expect(await tryOut(page, 'listAlerts')).toBe('401');
    expect(await storageOf(page)).toEqual([{}, {}]);
    await close();
  });
});

describe('The login of the reference', () => {
  const bodyOf = async (page: Page) => {
    const login = await openOperation(page, 'login');
    return login.locator('textarea.body-param__text').inputValue();
  };

  test('The login of the API reference proposes a working account on localhost', async () => {
    for (const url of [local.url, local.url.replace('localhost', '127.0.0.1')]) {
      const { page, close } = await openPage(browser);
      await openReference(page, url);
      expect(DEMO_ACCOUNTS.map(({ email }) => email)).toContain(JSON.parse(await bodyOf(page)).email);
      expect(await tryOut(page, 'login')).toBe('200');
      await close();
    }
  });

  test('The login of the API reference proposes no demo account on hosts other than localhost', async () => {
    const { page, complaints, close } = await openPage(browser);
    const elsewhere = 'https://guard.example.test';
    await page.route(`${elsewhere}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(elsewhere, staged.url) });
      await route.fulfill({ response });
    });
    await openReference(page, `${elsewhere}/prod`);
    const proposed = JSON.parse(await bodyOf(page));
    expect(DEMO_ACCOUNTS.map(({ email }) => email)).not.toContain(proposed.email);
    expect(proposed.password).not.toBe(DEMO_PASSWORD);
    expect(await page.locator('main').textContent()).not.toMatch(/demo account/i);
    expect(complaints).toEqual([]);
    await close();
  });
});

test('The type filter of alerts in the API reference lists the known types, and accepts others', async () => {
  const { page, close } = await openPage(browser);
  await openReference(page, local.url);
  const operation = await openOperation(page, 'listAlerts');
  const filter = operation.locator('tr[data-param-name="type"]');
  for (const type of KNOWN_ALERT_TYPES) expect(await filter.textContent()).toContain(type);
  await filter.getByRole('button', { name: 'Add string item' }).click(); // it takes several
  await filter.locator('input').fill('burst-pipe');
  expect(await filter.locator('input').inputValue()).toBe('burst-pipe');
  await close();
});

test.each([
  { name: 'window', viewport: { width: 1280, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])('The API reference fits a $name and follows the colour scheme', async ({ name, viewport }) => {
  const { page, complaints, close } = await openPage(browser, { viewport });
  await openReference(page, local.url);
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-page.png` });
  await tryOut(page, 'listAlerts');
  const operation = await openOperation(page, 'listAlerts');
  for (const [colorScheme, ground] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(28, 32, 34)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await operation.evaluate((element) => element.scrollIntoView());
    expect(await findBarriers(page)).toEqual([]);
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}-operation.png` });
    await operation.locator('.live-responses-table').evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}-response.png` });
    expect(await page.evaluate(`document.documentElement.scrollWidth <= ${viewport.width}`)).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground);
  }
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  await close();
});

test('The API reference works by keyboard, and a link opens its operation', async () => {
  const { page, complaints, close } = await openPage(browser);
  await openReference(page, local.url);
  await page.getByLabel('Find operations').focus();
  await page.keyboard.type('/auth/login');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const login = await openOperation(page, 'login');
  await login.locator('button.execute').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Signed in.', { exact: true }).waitFor();
  expect(page.url()).toMatch(/#\/Authentication\/login$/);
  await page.goto('about:blank');
  await page.goto(`${local.url}/docs/api#/Notification%20rules/listNotificationRules`);
  await page.locator('#operation-Notification-rules-listNotificationRules button.execute').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('The API reference lists its operations at once: until one is opened, nothing blocks it, and it loads no Swagger UI', async () => {
  const { page, requests, close } = await openPage(browser);
  await page.addInitScript(`
    globalThis.tasks = [];
    const note = (list) => tasks.push(...list.getEntries().map((it) => it.duration));
    new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
  `);
  await openReference(page, local.url);
  // Swagger UI blocked the page for seconds. A busy machine makes one task long.
  const tasks = z.array(z.number()).parse(await page.evaluate('globalThis.tasks'));
  expect(Math.max(0, ...tasks)).toBeLessThan(1_000);
  expect(requests.filter((url) => url.includes('/docs/assets/'))).toEqual([]);
  await openOperation(page, 'login');
  expect(requests.filter((url) => url.includes('/docs/assets/'))).toHaveLength(2);
  await close();
});

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
