import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A headless Chromium that asks for nothing by itself. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] || USUAL_PLACES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('There is no Chromium here: CHROMIUM names its executable.');
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
    ],
  });
}

/** A page, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors, warnings and breaches of the Content Security Policy on the console, and uncaught exceptions. */
  readonly complaints: string[];
  /** Every URL that the page asked for. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  // High enough for a row of every alert of the demo and of a test file: a list draws only rows near the view.
  const context = await browser.newContext({ viewport: { width: 1280, height: 9000 }, ...options });
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
