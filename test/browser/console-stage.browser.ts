import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { testConsoleAt } from './console-suite.ts';
import { openBrowser } from './open-browser.ts';

// In a file of its own: functions find the address that they post to in the environment of their process, which has room for
// one server.

let browser: Browser;
let staged: TestGuard;

beforeAll(async () => {
  [browser, staged] = await Promise.all([openBrowser(), startGuard({ stage: 'prod', live: {} })]);
});

afterAll(async () => {
  await browser?.close();
  await staged?.stop();
});

describe('the console behind a stage', () => {
  // By another name than the one that clients connect to live: on AWS these are two hosts, and the page's policy says which
  // one beside its own it may connect to.
  testConsoleAt(() => ({ browser, baseUrl: `${staged.url.replace('127.0.0.1', 'localhost')}/prod` }));
});
