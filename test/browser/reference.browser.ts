import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { KNOWN_ALERT_TYPES } from '../../shared/alerts/alert.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { openBrowser, openPage } from './open-browser.ts';
import {
  authorize,
  OPERATIONS,
  openReference,
  openShortReference,
  operationOn,
  operationsOn,
  reopen,
  showTag,
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

test('The API reference lists every operation', async () => {
  const { page, complaints, close } = await openPage(browser);
  await openReference(page, local.url);
  expect(await operationsOn(page)).toEqual(OPERATIONS);
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
    await openShortReference(page, baseUrl());
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(await page.locator('#operations-Alerts-listAlerts .request-url').textContent()).toContain(
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
  await openShortReference(page, `${staged.url}/prod`);
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
    await openShortReference(page, local.url);
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    await reopen(page);
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(complaints).toEqual([]);

    const other = await page.context().newPage();
    await openShortReference(other, local.url);
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
    await openShortReference(page, `${staged.url}/prod`);
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    expect(await tryOut(page, 'refreshToken')).toBe('200');
    await reopen(page);
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(complaints).toEqual([]);
    await close();
  });

  test('The API reference deletes its session when the service rejects the token, but not after a wrong password', async () => {
    const { page, close } = await openPage(browser);
    await openShortReference(page, `${staged.url}/prod`);
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
    const login = operationOn(page, 'login');
    await login.locator('.opblock-summary-control').click();
    return login.locator('textarea.body-param__text').inputValue();
  };

  test('The login of the API reference proposes a working account on localhost', async () => {
    for (const url of [local.url, local.url.replace('localhost', '127.0.0.1')]) {
      const { page, close } = await openPage(browser);
      await openShortReference(page, url);
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
    await showTag(page, 'Authentication');
    const proposed = JSON.parse(await bodyOf(page));
    expect(DEMO_ACCOUNTS.map(({ email }) => email)).not.toContain(proposed.email);
    expect(proposed.password).not.toBe(DEMO_PASSWORD);
    expect(await page.locator('#reference').textContent()).not.toMatch(/demo account/i);
    expect(complaints).toEqual([]);
    await close();
  });
});

test('The type filter of alerts in the API reference lists the known types, and accepts others', async () => {
  const { page, close } = await openPage(browser);
  await openShortReference(page, local.url);
  const operation = operationOn(page, 'listAlerts');
  await operation.locator('.opblock-summary-control').click();
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
  await showTag(page, 'Alerts');
  await tryOut(page, 'listAlerts');
  const operation = page.locator('#operations-Alerts-listAlerts');
  for (const [colorScheme, ground] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(28, 32, 34)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await operation.evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}-operation.png` });
    await operation.locator('.live-responses-table').evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}-response.png` });
    expect(await page.evaluate(`document.documentElement.scrollWidth <= ${viewport.width}`)).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground);
  }
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
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
