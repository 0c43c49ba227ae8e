import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isThorough } from '../support/repetitions.ts';
import { blockedButtons, cutTexts, isFitting } from './console-layout.ts';
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
const WIDTHS = [320, 390, 1024, 1360, 2560];
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

/** The widths at which a page must be scrolled sideways, or cuts a text off. */
async function findMisfits(page: Page): Promise<unknown[]> {
  const found = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...DESKTOP, width });
    const cut = (await cutTexts(page)) as unknown[];
    if (cut.length > 0) found.push([width, 'cuts off', cut]);
    if (!(await isFitting(page))) found.push([width, 'is scrolled sideways']);
  }
  await page.setViewportSize(DESKTOP);
  return found;
}

/** The widths at which a person cannot press a button, or must scroll the page sideways, with the longest texts. */
async function findBlocked(page: Page): Promise<unknown[]> {
  const found = [];
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ ...DESKTOP, width });
    const blocked = await blockedButtons(page);
    if (blocked.length > 0) found.push([width, ...blocked]);
    if (!(await isFitting(page))) found.push([width, 'is scrolled sideways']);
  }
  await page.setViewportSize(DESKTOP);
  return found;
}

/** German has the longest words. Reading every page in the other languages takes two minutes, at night. */
const LANGUAGES = isThorough() ? (['de', 'en', 'es', 'pt'] as const) : (['de'] as const);

/** Gives what the screens show names of 120 characters, the most that the service takes, with a word that fills a phone. */
async function takeLongestNames() {
  const { master } = desk;
  const name = 'Grundstücksverkehrsgenehmigungszuständigkeit '.repeat(3).slice(0, 120);
  const me = await master.me();
  for await (const { id: siteId } of master.sites.list({ limit: 100 })) {
    await master.sites.update(siteId, { name });
    for await (const { id } of master.zones.listOfSite(siteId)) await master.zones.update(id, { name });
  }
  for await (const { id } of master.devices.list({ limit: 100 })) await master.devices.update(id, { name });
  for await (const { id } of master.users.list({ limit: 100 })) {
    if (id !== me.id) await master.users.update(id, { name });
  }
  await master.updateMe({ name });
  await master.sites.update(desk.siteId, {
    name,
    address: `${name}, 12345 Sankt Michaelisdonn-Hohenlockstedt`,
  });
  const device = await master.devices.create(desk.siteId, { name, type: 'panic-button' });
  const raised = await desk.raise({ message: `${name}: ${name}`, device_id: device.id });
  const held = await desk.raise({ message: `${name} ${'X'.repeat(80)}`, device_id: device.id });
  await master.alerts.acknowledge(held.id, { note: name });
  return [
    { name: 'long-alert', url: `?alert=${raised.id}` },
    { name: 'long-held', url: `?alert=${held.id}` },
    { name: 'long-device', url: `#/devices/${device.id}` },
    { name: 'long-person', url: `#/people/${me.id}` },
  ];
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
  'No console screen is scrolled sideways or cuts a label off from 320 to 2560 pixels where a person does something, nor before signing in in German',
  async () => {
    const { page, close } = await openPage(desk.browser, { viewport: DESKTOP });
    await signInAt(page, desk.url, MASTER);
    // What a person does on a screen is found by its English name.
    const acted = screens.filter(({ act }) => act);
    expect(await faultsOf(page, acted, findMisfits)).toEqual({});
    await desk.master.updatePreferences({ language: 'de' });
    await page.evaluate("localStorage.setItem('guard-console language', 'de')");
    expect(await faultsOf(page, SIGNED_OUT, findMisfits)).toEqual({});
    await close();
  },
  PATIENCE_MS,
);

test(
  'With the longest names, in each language, at 320, 390 and 1280 pixels, nobody finds a button of the console cut off, covered or on another one',
  async () => {
    const long = await takeLongestNames();
    const { page, close } = await openPage(desk.browser, { viewport: DESKTOP });
    await desk.master.updatePreferences({ language: 'en' });
    await signInAt(page, desk.url, MASTER);
    for (const language of LANGUAGES) {
      await desk.master.updatePreferences({ language });
      await page.evaluate(`localStorage.setItem('guard-console language', '${language}')`);
      const all = [...long, ...screens.filter(({ act }) => !act)];
      // German has the longest words: its screens also fit at other widths.
      const finders = language === 'de' ? [findBlocked, findMisfits] : [findBlocked];
      expect([language, await faultsOf(page, all, ...finders)]).toEqual([language, {}]);
    }
    await close();
  },
  PATIENCE_MS,
);

test('A button that is cut off, lies on another one or is covered is found, and one that is scrolled away is not', async () => {
  const { page, close } = await openPage(desk.browser, { viewport: { width: 400, height: 400 } });
  await page.setContent(`<style>button { position: absolute; width: 90px; height: 30px }</style>
    <div style="position: relative; height: 60px; width: 100px; overflow: hidden"><button style="left: 50px">Cut</button></div>
    <button style="top: 100px">Under</button><button style="top: 120px; left: 60px">Upon</button>
    <button style="top: 200px">Hidden</button><div class="veil" style="position: absolute; top: 190px; width: 200px; height: 60px"></div>
    <div style="position: absolute; top: 320px; width: 150px; height: 40px; overflow: auto; background: white">
      <button style="top: 0">Seen</button><button style="top: 60px">Scrolled</button>
    </div>
    <button style="top: 380px">Below</button>`);
  const found = (await blockedButtons(page)) as string[];
  expect(found.map((it) => it.replace(/\s+/g, ' ').trim())).toEqual([
    'is cut off: Cut',
    'overlaps: Under / Upon',
    'is covered: Hidden by veil',
  ]);
  await close();
});
