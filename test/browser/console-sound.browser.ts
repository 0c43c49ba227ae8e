import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../lib/client/index.ts';
import { idOf, makeAlert } from '../unit/lib/console/make-alert.ts';
import { mockLists, pageWith, passTime, rowsOf, rowWith, signInAt } from './console-page.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

/** The first tone of each sound. */
const [ALERT_HERTZ, LOST_HERTZ] = [660, 330];

/** Records each tone that is started. */
const RECORD_TONES = `{
  globalThis.tones = [];
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    globalThis.tones.push(this.frequency.value);
    return start.apply(this, when);
  };
}`;

/** The number of times that a sound was made. The alert sound contains its first tone twice. */
async function soundsOf(page: Page, hertz: number): Promise<number> {
  const tones = (await page.evaluate('globalThis.tones')) as number[];
  return tones.filter((it) => it === hertz).length / (hertz === ALERT_HERTZ ? 2 : 1);
}

const SIZES = [
  { name: 'desktop', options: { viewport: { width: 1280, height: 800 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const satisfies readonly { readonly name: string; readonly options: BrowserContextOptions }[];

/** A screen that reads the alerts of `open`, with a clock that the test advances. */
async function openScreen(options: BrowserContextOptions, open: Alert[]) {
  const opened = await openPage(desk.browser, options);
  const { page } = opened;
  await page.addInitScript(RECORD_TONES);
  await page.clock.install();
  await mockLists(page, () => pageWith(open));
  await signInAt(page, desk.url, OPERATOR);
  await page.getByText('Asking every half minute').waitFor();
  return opened;
}

/** Blocks sound until a user event, as browsers with a window do. Headless ones allow it at once. */
const BLOCK_SOUND = `{
  let isTouched = false;
  for (const act of ['click', 'keydown']) addEventListener(act, () => (isTouched = true), true);
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    return isTouched ? resume.call(this) : this.suspend();
  };
}`;

/** A tab of the same session without any user event, as after a restart of the browser. */
async function openUntouched(page: Page, open: Alert[]): Promise<Page> {
  const session = await page.evaluate('JSON.stringify({ ...sessionStorage })');
  const untouched = await page.context().newPage();
  await untouched.addInitScript(`Object.assign(sessionStorage, ${session})`);
  await untouched.addInitScript(RECORD_TONES);
  await untouched.addInitScript(BLOCK_SOUND);
  await mockLists(untouched, () => pageWith(open));
  await untouched.goto(`${desk.url}/console`);
  await rowsOf(untouched).first().waitFor();
  return untouched;
}

const alertOf = (number: number, fields: Partial<Alert> = {}) =>
  makeAlert({ id: idOf(number), severity: 'critical', message: `Alert ${number}`, ...fields });

describe.each(SIZES)('at the size of a $name', ({ options }) => {
  test('The alert sound of the console repeats until the alert is acknowledged, even if a filter hides the alert', async () => {
    const open = [alertOf(1)];
    const { page, complaints, close } = await openScreen(options, open);
    const filters = page.getByRole('button', { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('checkbox', { name: /^Low/ }).check();
    await rowsOf(page).first().waitFor({ state: 'detached' });
    await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBe(1);
    for (let round = 2; round <= 4; round++) {
      await page.clock.runFor(8_000);
      await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBeGreaterThanOrEqual(round);
    }
    open[0] = alertOf(1, { status: 'acknowledged', version: 2 });
    await passTime(page, 30_000);
    await page.getByRole('checkbox', { name: /^Low/ }).uncheck();
    await rowsOf(page).getByText('Acknowledged').waitFor();
    const before = await soundsOf(page, ALERT_HERTZ);
    await passTime(page, 60_000);
    expect(await soundsOf(page, ALERT_HERTZ)).toBe(before);
    expect(await soundsOf(page, LOST_HERTZ)).toBe(0);
    expect(complaints.filter((it) => !it.includes('404'))).toEqual([]);
    await close();
  });

  test('An alert of a harmless type, such as low battery, makes no sound in the console until it escalates', async () => {
    const open = [alertOf(1, { severity: 'high', type: 'low-battery' })];
    const { page, close } = await openScreen(options, open);
    await rowWith(page, 'Alert 1').waitFor();
    await passTime(page, 30_000);
    expect(await soundsOf(page, ALERT_HERTZ)).toBe(0);
    open[0] = { ...alertOf(1), ...open[0], escalation_level: 1, version: 2 } as Alert;
    await passTime(page, 31_000);
    await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBeGreaterThan(0);
    await close();
  });

  test('The console has a separate sound for a lost connection, which repeats until the connection is back', async () => {
    const { page, close } = await openScreen(options, []);
    await page.context().setOffline(true);
    await page.getByRole('alert').filter({ hasText: 'Not connected' }).waitFor();
    expect(await soundsOf(page, LOST_HERTZ)).toBe(0);
    await page.clock.runFor(5_500);
    await expect.poll(() => soundsOf(page, LOST_HERTZ)).toBe(1);
    await passTime(page, 30_000);
    await expect.poll(() => soundsOf(page, LOST_HERTZ)).toBe(2);
    expect(await soundsOf(page, ALERT_HERTZ)).toBe(0);
    await page.context().setOffline(false);
    await passTime(page, 31_000);
    await page.getByRole('alert').filter({ hasText: 'Not connected' }).waitFor({ state: 'detached' });
    const before = await soundsOf(page, LOST_HERTZ);
    await passTime(page, 60_000);
    expect(await soundsOf(page, LOST_HERTZ)).toBe(before);
    await close();
  });

  test('The alert sound of the console continues after a reload, and the console says if the browser blocks sound', async () => {
    const { page, close } = await openScreen(options, [alertOf(1)]);
    await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBe(1);
    await page.reload();
    await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBe(1);
    const untouched = await openUntouched(page, [alertOf(1)]);
    await untouched.getByText('Sound is blocked').waitFor();
    await untouched.clock.runFor(20_000);
    expect(await soundsOf(untouched, ALERT_HERTZ)).toBe(0);
    await untouched.getByRole('button', { name: 'Sound is blocked' }).click();
    await untouched.getByRole('button', { name: 'Sound on' }).waitFor();
    await expect.poll(() => soundsOf(untouched, ALERT_HERTZ)).toBe(1);
    await close();
  });

  test('The alert sound of the console stays off after a reload for an hour after it was turned off', async () => {
    const { page, close } = await openScreen(options, [alertOf(1)]);
    await page.getByRole('button', { name: 'Sound on' }).click();
    await page.getByRole('button', { name: /^Sound off until \d/, pressed: false }).waitFor();
    const before = await soundsOf(page, ALERT_HERTZ);
    await passTime(page, 60_000);
    expect(await soundsOf(page, ALERT_HERTZ)).toBe(before);
    await page.reload();
    await rowWith(page, 'Alert 1').click();
    await page.clock.runFor(20_000);
    expect(await soundsOf(page, ALERT_HERTZ)).toBe(0);
    expect(await page.getByText('Sound is blocked').count()).toBe(0);
    await page.getByRole('button', { name: 'Sound off' }).click();
    await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBe(1);
    await close();
  });

  test('The alert sound of a desk turns itself on again an hour after somebody has turned it off', async () => {
    const { page, close } = await openScreen(options, [alertOf(1)]);
    await page.getByRole('button', { name: 'Sound on' }).click();
    await page.clock.runFor(59 * 60_000);
    await page.getByRole('button', { name: /^Sound off until/ }).waitFor();
    const before = await soundsOf(page, ALERT_HERTZ);
    await page.clock.runFor(2 * 60_000);
    await page.getByRole('button', { name: 'Sound on' }).waitFor();
    await expect.poll(() => soundsOf(page, ALERT_HERTZ)).toBeGreaterThan(before);
    await close();
  });
});
