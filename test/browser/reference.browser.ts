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
  operationsOn,
  reopen,
  showOperation,
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

describe.each([
  { where: 'without a stage', baseUrl: () => local.url },
  { where: 'behind a stage', baseUrl: () => `${staged.url}/prod` },
])('The reference $where', ({ baseUrl }) => {
  test('The API reference lists every operation, and sends requests to no other host', async () => {
    const { page, complaints, requests, close } = await openPage(browser);
    await openReference(page, baseUrl());
    expect(await operationsOn(page)).toEqual(OPERATIONS);
    const outside = requests.filter(
      (url) => !url.startsWith(`${baseUrl()}/docs/`) && !url.startsWith('data:'),
    );
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('Trying out login and logout in the API reference signs the reference in and out', async () => {
    const { page, complaints, close } = await openPage(browser);
    await openReference(page, baseUrl());
    expect(await tryOut(page, 'login', JSON.stringify(OPERATOR))).toBe('200');
    expect(await tryOut(page, 'listAlerts')).toBe('200');
    expect(await page.locator('#operations-Alerts-listAlerts .request-url').textContent()).toContain(
      `${baseUrl()}/api/v1/alerts`,
    );
    await page.screenshot({ path: `${SCREENSHOTS}/signed-in.png` });
    expect(complaints).toEqual([]);
    expect(await tryOut(page, 'logout')).toBe('200');
    expect(await tryOut(page, 'listAlerts')).toBe('401');
    await close();
  });
});

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

  test('A session of the API reference survives a reload of its tab, is in no other tab, and ends with the sign-out', async () => {
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

  test('A session of the API reference continues with the new token of a refresh, also after a reload', async () => {
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
    const login = await showOperation(page, 'login');
    await login.locator('.opblock-summary-control').click();
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
    expect(await page.locator('#reference').textContent()).not.toMatch(/demo account/i);
    expect(complaints).toEqual([]);
    await close();
  });
});

test('The type filter of alerts in the API reference lists the known types, and accepts others', async () => {
  const { page, close } = await openPage(browser);
  await openReference(page, local.url);
  const operation = await showOperation(page, 'listAlerts');
  await operation.locator('.opblock-summary-control').click();
  const filter = operation.locator('tr[data-param-name="type"]');
  for (const type of KNOWN_ALERT_TYPES) expect(await filter.textContent()).toContain(type);
  await filter.getByRole('button', { name: 'Add string item' }).click(); // it takes several
  await filter.locator('input').fill('burst-pipe');
  expect(await filter.locator('input').inputValue()).toBe('burst-pipe');
  await close();
});

test.each([
  { name: 'light', options: { colorScheme: 'light', viewport: { width: 1280, height: 900 } } },
  { name: 'dark', options: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } } },
  { name: 'phone', options: { colorScheme: 'light', viewport: { width: 390, height: 844 } } },
  { name: 'phone-dark', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const)(
  'The API reference fits the window and follows the colour scheme: $name',
  async ({ name, options }) => {
    const { page, complaints, close } = await openPage(browser, options);
    await openReference(page, local.url);
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-page.png` });
    await tryOut(page, 'listAlerts');
    const operation = page.locator('#operations-Alerts-listAlerts');
    await operation.evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-operation.png` });
    await operation.locator('.live-responses-table').evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-response.png` });
    const width = z.number().parse(await page.evaluate('document.documentElement.scrollWidth'));
    expect(width).toBeLessThanOrEqual(options.viewport.width);
    const ground = z.string().parse(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
    expect(ground).toBe(options.colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)');
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await close();
  },
);

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
