import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startLocalServer } from '../lib/local/start.ts';
import { openBrowser, openPage } from '../test/browser/open-browser.ts';
import { OPERATIONS, openReference } from '../test/browser/reference-page.ts';
import { printTable } from './print-table.ts';

/**
 * `npm run bench:browser` – how long the reference takes to open in Chromium on this machine, until it lists every
 * operation. Each run is a visitor's first, with nothing kept from the one before. Times are only printed.
 *
 *     --runs 9   how often it is opened
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '9' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1 || runs > 1_000) {
  console.error(`--runs must be a whole number from 1 to 1000, not "${values.runs}".`);
  process.exit(1);
}

const server = await startLocalServer({ environment: { PORT: '0', GUARD_DATA: 'memory' }, log: () => {} });
const browser = await openBrowser();
try {
  await measureOpening(browser, server.url); // what browser and server need at their first page is not the page's
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measureOpening(browser, server.url));
  const sorted = times.toSorted((a, b) => a - b);
  printTable(`The reference with its ${OPERATIONS.length} operations in Chromium`, [
    {
      runs,
      'median ms': inWhole(sorted[Math.floor(runs / 2)]),
      'fastest ms': inWhole(sorted[0]),
      'slowest ms': inWhole(sorted.at(-1)),
    },
  ]);
} finally {
  await browser.close();
  await server.stop();
}

async function measureOpening(chromium: Browser, url: string): Promise<number> {
  const { page, close } = await openPage(chromium);
  const start = performance.now();
  await openReference(page, url);
  const milliseconds = performance.now() - start;
  await close();
  return milliseconds;
}

function inWhole(milliseconds = Number.NaN): number {
  return Math.round(milliseconds);
}
