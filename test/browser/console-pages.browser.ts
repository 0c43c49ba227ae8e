import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuardClient } from '../../lib/client/index.ts';
import { isThorough } from '../support/repetitions.ts';
import { coveredControls, cutTexts, isFitting } from './console-layout.ts';
import { signInAt } from './console-page.ts';
import {
  type ConsoleScreen,
  findPlatformScreens,
  findScreens,
  openScreen,
  otherScreens,
  SIGNED_OUT,
} from './console-screens.ts';
import { findBarriers, findFaintTexts } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

/** What holds for every screen of the console. Each test goes through them in one window. */

const PLATFORM = 'platform@guard.test';
/** A window of 640 pixels at 200 % has 320. */
const WIDTHS = [320, 390, 1280, 2560];
/** German has the longest words. Reading every page in the others takes two minutes, at night. */
const LANGUAGES = isThorough() ? (['de', 'en', 'es', 'pt'] as const) : (['de'] as const);
const DESKTOP = { width: 1360, height: 768 };

let desk: LocalConsole;
let screens: readonly ConsoleScreen[];

beforeAll(async () => {
  desk = await startLocalConsole();
  const others = await otherScreens(desk.master);
  const { page, close } = await openPage(desk.browser, { viewport: DESKTOP });
  await signInAt(page, desk.url, MASTER);
  screens = [...(await findScreens(page, desk.url)), ...others];
  await close();
});
afterAll(() => desk?.stop());

/** What is wrong on each screen, by its name. */
async function faultsOf(page: Page, all: readonly ConsoleScreen[], ...finders: Finder[]) {
  const faults: Record<string, unknown[]> = {};
  for (const screen of all) {
    await openScreen(page, desk.url, screen);
    const found = [];
    for (const find of finders) found.push(...(await find(page)));
    if (found.length > 0) faults[screen.name] = found;
  }
  return faults;
}

type Finder = (page: Page) => Promise<unknown[]>;

/** What moves although the person wants no motion. */
const findMoving: Finder = (page) =>
  page.evaluate('document.getAnimations().map((it) => it.effect.target.outerHTML.slice(0, 80))') as Promise<
    unknown[]
  >;

const MOST_STOPS = 25;

/** The next stops of the Tab key that nobody can see. A date draws the focus of its inner button itself. */
async function findUnseenStops(page: Page): Promise<unknown[]> {
  const unseen = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(`(() => {
      const it = document.activeElement;
      if (!it || it === document.body) return 'end';
      if (it.matches('[type^="date"], [type="time"]')) return undefined;
      const { outlineStyle, boxShadow } = getComputedStyle(it);
      const { width, height } = it.getBoundingClientRect();
      const isSeen = (outlineStyle !== 'none' || boxShadow !== 'none') && width > 1 && height > 1;
      return isSeen ? undefined : 'not seen: ' + it.outerHTML.slice(0, 100);
    })()`);
    if (found === 'end') break;
    if (found !== undefined) unseen.push(found);
  }
  return unseen;
}

/** The widths at which a page must be scrolled sideways, cuts a text off, or covers something that can be pressed. */
async function findMisfits(page: Page): Promise<unknown[]> {
  const found = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...DESKTOP, width });
    const cut = (await cutTexts(page)) as unknown[];
    if (cut.length > 0) found.push([width, 'cuts off', cut]);
    if (!(await isFitting(page))) found.push([width, 'is scrolled sideways']);
    const covered = (await coveredControls(page)) as unknown[];
    if (covered.length > 0) found.push([width, 'covers', covered]);
  }
  await page.setViewportSize(DESKTOP);
  return found;
}

/** What axe finds in light and dark colours, at 1360 and 320 pixels. */
async function findAllBarriers(page: Page): Promise<unknown[]> {
  const found = await findBarriers(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findFaintTexts(page)));
  await page.setViewportSize({ ...DESKTOP, width: 320 });
  found.push(...(await findBarriers(page)));
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Long enough for some fifty screens on a busy machine. */
const PATIENCE_MS = 900_000;

const GROUPS: readonly [who: string, email: string | undefined, find: Find][] = [
  ['somebody who is not signed in', undefined, async () => SIGNED_OUT],
  ['a platform admin', PLATFORM, (page) => findPlatformScreens(page, desk.url)],
  ['a master', MASTER, async () => screens],
];

type Find = (page: Page) => Promise<readonly ConsoleScreen[]>;

test.each(GROUPS)(
  'On every console screen of %s axe finds nothing in light and dark colours, also at 320 pixels, the keyboard’s focus is seen, and nothing moves for who wants no motion',
  async (_, email, find) => {
    const { page, close } = await openPage(desk.browser, {
      viewport: DESKTOP,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    if (email !== undefined) await signInAt(page, desk.url, email);
    const finders = [findMoving, findAllBarriers, findUnseenStops];
    expect(await faultsOf(page, await find(page), ...finders)).toEqual({});
    await close();
  },
  PATIENCE_MS,
);

test(
  'No console screen is scrolled sideways, cuts a label off or covers a button from 320 to 2560 pixels, in any language and with the longest names',
  async () => {
    const { page, close } = await openPage(desk.browser, { viewport: DESKTOP });
    await signInAt(page, desk.url, MASTER);
    // What a person does on a screen is found by its English name, and by the names of the demo.
    const acted = screens.filter(({ act }) => act);
    expect(await faultsOf(page, acted, findMisfits)).toEqual({});
    await nameAtLength(desk.master);
    const unmoved = [...SIGNED_OUT, ...screens.filter(({ act }) => !act)];
    for (const language of LANGUAGES) {
      await desk.master.updatePreferences({ language });
      await page.evaluate(`localStorage.setItem('guard-console language', '${language}')`);
      expect([language, await faultsOf(page, unmoved, findMisfits)]).toEqual([language, {}]);
    }
    await close();
  },
  PATIENCE_MS,
);

/** A name of 120 characters, as long as the service takes, with a word that fills a phone. */
const LONGEST_NAME = 'Grundstücksverkehrsgenehmigungszuständigkeit '.repeat(3).slice(0, 120);

/** Gives the longest names to what most screens show: sites, zones, devices and people. */
async function nameAtLength(master: GuardClient): Promise<void> {
  const name = LONGEST_NAME;
  for await (const { id: siteId } of master.sites.list({ limit: 100 })) {
    await master.sites.update(siteId, { name });
    for await (const { id } of master.zones.listOfSite(siteId)) await master.zones.update(id, { name });
  }
  for await (const { id } of master.devices.list({ limit: 100 })) await master.devices.update(id, { name });
  for await (const { id } of master.users.list({ limit: 100 })) await master.users.update(id, { name });
}
