import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { testConsoleAt } from './console-suite.ts';
import { openBrowser } from './open-browser.ts';

// A file of its own: functions read the address for their messages from the environment, which allows one server per process.

let browser: Browser;
let staged: TestGuard;

beforeAll(async () => {
  [browser, staged] = await Promise.all([
    openBrowser(),
    startGuard({ stage: 'prod', hasDemoAlerts: true, live: {} }),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await staged?.stop();
});

describe('The console behind a stage', () => {
  // Another host name than that of live connections: on AWS these are two hosts, and the policy of the page allows both.
  testConsoleAt(() => ({ browser, baseUrl: `${staged.url.replace('127.0.0.1', 'localhost')}/prod` }));
});
