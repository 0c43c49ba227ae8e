import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Chromium without windows: a page in it takes half the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const COMMON_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A headless Chromium that sends no requests of its own. The headless shell shows no notifications. */
export async function openBrowser({ showsNotifications = false } = {}): Promise<Browser> {
  const paths = showsNotifications ? COMMON_PATHS : [HEADLESS_SHELL, ...COMMON_PATHS];
  const executablePath = process.env['CHROMIUM'] || paths.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium was not found: set CHROMIUM to its executable.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}

/** A page with its problems and requests. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors, warnings and policy violations on the console of the browser, and uncaught exceptions. */
  readonly complaints: string[];
  /** Every requested URL. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  // High enough to show all alerts of the demo and of a test file: a list draws only the rows near the view.
  const context = await browser.newContext({ viewport: { width: 1280, height: 9000 }, ...options });
  // Ends what hangs, on a machine as busy as may be.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  return { page, complaints, requests, close: () => context.close() };
}
