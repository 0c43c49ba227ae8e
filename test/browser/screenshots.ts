/**
 * `npx node test/browser/screenshots.ts [folder]` – writes a picture of every screen of the console to a folder, `.guard/screenshots` by
 * default: light and dark, on a desktop and on a phone. It starts a local service with the demo data, and needs Chromium.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startLocalServer } from '../../lib/local/start.ts';
import { CONSOLE_ENVIRONMENT } from './console-environment.ts';
import { signedInClient, signInAt } from './console-page.ts';
import {
  type ConsoleScreen,
  findPlatformScreens,
  findScreens,
  openScreen,
  otherScreens,
  PHONE_SHEET,
  raiseStorm,
  SIGNED_OUT,
} from './console-screens.ts';
import { openBrowser, openPage } from './open-browser.ts';

const DESKTOP = { viewport: { width: 1360, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const MASTER = 'master@acme.test';
const PLATFORM = 'platform@guard.test';

const [folder = '.guard/screenshots', ...others] = process.argv.slice(2);
if (others.length > 0) throw new Error('There is one argument: the folder of the pictures.');

const browser = await openBrowser().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
const server = await startLocalServer({ environment: CONSOLE_ENVIRONMENT, log: () => {} });
await mkdir(folder, { recursive: true });
let taken = 0;
try {
  await takeAll(browser, server.url);
  console.log(`${taken} pictures are in ${folder}.`);
} finally {
  await browser.close();
  await server.stop();
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  const master = await signedInClient(url, MASTER);
  const visit = async (email: string | undefined, device: BrowserContextOptions, use: Use) => {
    const { page, close } = await openPage(browser, { ...device, reducedMotion: 'reduce' });
    if (email !== undefined) await signInAt(page, url, email);
    await use(page);
    await close();
  };
  const takeEach = (device: string, screens: readonly ConsoleScreen[]) => async (page: Page) => {
    for (const screen of screens) {
      await openScreen(page, url, screen);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${screen.name}-${device}-${colorScheme}.png`) });
        taken += 1;
      }
    }
  };
  await visit(undefined, DESKTOP, takeEach('desktop', SIGNED_OUT));
  await visit(undefined, PHONE, takeEach('phone', SIGNED_OUT));
  let ofPlatform: readonly ConsoleScreen[] = [];
  await visit(PLATFORM, DESKTOP, async (page) => {
    ofPlatform = await findPlatformScreens(page, url);
  });
  await visit(PLATFORM, DESKTOP, takeEach('desktop', ofPlatform));
  await visit(PLATFORM, PHONE, takeEach('phone', ofPlatform));
  const others = await otherScreens(master);
  let ofMaster: readonly ConsoleScreen[] = [];
  await visit(MASTER, DESKTOP, async (page) => {
    ofMaster = [...(await findScreens(page, url)), ...others];
  });
  await visit(MASTER, DESKTOP, takeEach('desktop', ofMaster));
  await visit(MASTER, PHONE, takeEach('phone', [...ofMaster, PHONE_SHEET]));
  const storm = await raiseStorm(master);
  await visit(MASTER, DESKTOP, takeEach('desktop', [storm]));
  await visit(MASTER, PHONE, takeEach('phone', [storm]));
}

type Use = (page: Page) => Promise<void>;
