import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowWith, signInAt } from '../browser/console-page.ts';
import { openBrowser, openPage } from '../browser/open-browser.ts';
import { BASE_URL, call, LIVE_URL, PASSWORD } from './deployed-guard.ts';
import { openPremises, type Premises, raiseAlert } from './deployed-premises.ts';

/** The console, deployed: its page and files come by the REST API, under the path of the stage. */

/**
 * Where the page is opened: by another name than the one that it connects to live, as on AWS, where these are two hosts. So it
 * is connected only if its policy lets it.
 */
const PAGE_URL = BASE_URL.replace('127.0.0.1', 'localhost');

let browser: Browser;
let premises: Premises;

beforeAll(async () => {
  [browser, premises] = await Promise.all([openBrowser(), openPremises('Console')]);
});

afterAll(() => browser?.close());

test('The content security policy of the console allows connections only to the API, the WebSocket API and the store of pictures of its own stage', async () => {
  const { headers } = await call('GET /console');
  const policy = headers.get('content-security-policy') ?? '';
  const sourcesOf = (name: string) =>
    policy
      .split('; ')
      .find((it) => it.startsWith(`${name} `))
      ?.split(' ')
      .slice(1) ?? [];
  const [, store = ''] = sourcesOf('img-src');
  expect(sourcesOf('connect-src')).toEqual(["'self'", new URL(LIVE_URL).origin, store]);
  expect(new URL(store).origin).toBe(store);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*/);
});

test('The console in a browser shows changes of other users live', async () => {
  const { master, siteId } = premises;
  const { page, complaints, requests, close } = await openPage(browser);
  await signInAt(page, PAGE_URL, master.email, '#/alerts', PASSWORD);
  await page.getByText('Live', { exact: true }).waitFor();
  const { id, message } = await raiseAlert(master, siteId, 'Glass broken');
  await rowWith(page, message).waitFor();
  await call(`POST /api/v1/alerts/${id}/acknowledge`, { token: master.token });
  await rowWith(page, message).getByText('Acknowledged by master').waitFor();
  await call(`POST /api/v1/alerts/${id}/resolve`, { token: master.token });
  await rowWith(page, message).waitFor({ state: 'detached' });
  await page.getByText('Live', { exact: true }).waitFor();
  expect(requests.filter((url) => !url.startsWith(`${PAGE_URL}/`))).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
