import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { openBrowser, openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';
const PATIENCE_MILLISECONDS = 2_000;
const OPERATOR = { email: 'operator@acme.test', password: DEMO_PASSWORD };

const documented = routes
  .filter(({ isDocumented }) => isDocumented !== false)
  .map(({ method, path }) => `${method} ${path}`);

let browser: Browser;
let local: LocalServer;
let staged: TestGuard;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  browser = await openBrowser();
  await (await browser.newPage()).goto('about:blank'); // what the browser itself needs to start is not the page's
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
  // A machine that is busy with other things may need another attempt.
  test('is complete in time, lists every operation and asks no other host', { retry: 4 }, async () => {
    const { page, complaints, requests, close } = await openPage(browser);
    const start = performance.now();
    await openReference(page, baseUrl());
    expect(performance.now() - start).toBeLessThan(PATIENCE_MILLISECONDS);
    expect(await operationsOn(page)).toEqual(documented.toSorted());
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

async function openReference(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/docs/api`);
  await page
    .locator('.opblock')
    .nth(documented.length - 1)
    .waitFor();
}

async function operationsOn(page: Page): Promise<string[]> {
  const summaries = await page
    .locator('.opblock-summary')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.querySelector('.opblock-summary-method')?.textContent,
        element.querySelector('.opblock-summary-path')?.getAttribute('data-path'),
      ]),
    );
  return summaries.map((words) => words.join(' ')).sort();
}

/** Calls an operation as a reader does, and gives the status that the page shows. */
async function tryOut(page: Page, operationId: string, body?: string): Promise<string> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  if (!(await operation.getAttribute('class'))?.includes('is-open')) {
    await operation.locator('.opblock-summary-control').click();
  }
  if (body !== undefined) await operation.locator('textarea.body-param__text').fill(body);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().includes('/api/v1/')),
    operation.locator('button.execute').click(),
  ]);
  const status = operation.locator('.live-responses-table tbody .response-col_status');
  await status.filter({ hasText: String(response.status()) }).waitFor();
  return ((await status.first().textContent()) ?? '').trim().slice(0, 3);
}

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
