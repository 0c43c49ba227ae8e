import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { OPERATIONS, openReference, operationsOn, tryOut } from './reference-page.ts';

const SCREENSHOTS = '.guard/screenshots';
const OPERATOR = { email: 'operator@acme.test', password: DEMO_PASSWORD };

let browser: Browser;
let local: LocalServer;
let staged: TestGuard;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  browser = await openBrowser();
  local = await startLocalServer({ environment: { PORT: '0', GUARD_DATA: 'memory' }, log: () => {} });
  staged = await startGuard({ stage: 'prod' });
});

afterAll(async () => {
  await staged?.stop();
  await local?.stop();
  await browser?.close();
});

describe.each([
  { where: 'without a stage', baseUrl: () => local.url },
  { where: 'behind a stage', baseUrl: () => `${staged.url}/prod` },
])('the reference $where', ({ baseUrl }) => {
  test('lists every operation and asks no other host', async () => {
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

  test('signs in as it tries the login out, calls with the token and ends with it', async () => {
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

test('takes a token by hand', async () => {
  const { page, complaints, close } = await openPage(browser);
  await openReference(page, `${staged.url}/prod`);
  await page.locator('button.authorize').first().click();
  await page.locator('.auth-container input').fill(await signIn(`${staged.url}/prod`));
  await page.locator('.auth-btn-wrapper button.authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
  expect(await tryOut(page, 'listAlerts')).toBe('200');
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  { name: 'light', options: { colorScheme: 'light', viewport: { width: 1280, height: 900 } } },
  { name: 'dark', options: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } } },
  { name: 'phone', options: { colorScheme: 'light', viewport: { width: 390, height: 844 } } },
  { name: 'phone-dark', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const)('fits the window and wears the scheme: $name', async ({ name, options }) => {
  const { page, complaints, close } = await openPage(browser, options);
  await openReference(page, local.url);
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-page.png` });
  await tryOut(page, 'listAlerts');
  const operation = page.locator('#operations-Alerts-listAlerts');
  await operation.evaluate((element) => element.scrollIntoView());
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-operation.png` });
  await operation.locator('.live-responses-table').evaluate((element) => element.scrollIntoView());
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-answer.png` });
  const width = z.number().parse(await page.evaluate('document.documentElement.scrollWidth'));
  expect(width).toBeLessThanOrEqual(options.viewport.width);
  const ground = z.string().parse(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  expect(ground).toBe(options.colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)');
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
