import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detailOf, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';

let desk: LocalConsole;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

const SIZES = [
  { name: 'desktop', options: { viewport: { width: 1280, height: 800 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const satisfies readonly { readonly name: string; readonly options: BrowserContextOptions }[];

const button = (page: Page, name: string) => detailOf(page).getByRole('button', { name, exact: true });
const statusOf = async (id: string) => (await desk.master.alerts.get(id)).status;
const actionsOn = async (id: string) =>
  (await desk.master.alerts.events(id).all()).map(({ action }) => action);

/** Presses twice where something is now, whatever is there at the second time. */
async function pressTwice(page: Page, where: ReturnType<typeof button>, pauseMs: number, isTouch: boolean) {
  await where.click({ trial: true });
  const box = await where.boundingBox();
  if (!box) throw new Error('There is nothing to press.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const press = () => (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  await press();
  await page.waitForTimeout(pauseMs);
  await press();
}

describe.each(SIZES)('at the size of a $name', ({ name, options }) => {
  const isTouch = 'hasTouch' in options;

  test.each([100, 200, 300, 400, 500])(
    'pressing Acknowledge twice within %d ms acknowledges, and does not resolve',
    async (pauseMs) => {
      const { id } = await desk.raise();
      const { page, requests, close } = await openPage(desk.browser, options);
      await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
      await pressTwice(page, button(page, 'Acknowledge'), pauseMs, isTouch);
      await detailOf(page).locator('.event').getByText('Acknowledged').waitFor();
      expect(requests.filter((url) => url.endsWith('/resolve'))).toEqual([]);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await actionsOn(id)).toEqual(['acknowledged', 'raised']);
      await button(page, 'Acknowledged').waitFor();
      await desk.master.alerts.resolve(id);
      await close();
    },
  );

  test('pressing the row of an alert twice opens the alert, and does nothing to it', async () => {
    const { id, message } = await desk.raise();
    const { page, close } = await openPage(desk.browser, options);
    await signInAt(page, desk.url, OPERATOR);
    await rowWith(page, message).scrollIntoViewIfNeeded();
    await pressTwice(page, rowWith(page, message), 150, isTouch);
    await button(page, 'Resolve').waitFor();
    expect(await actionsOn(id)).toEqual(['raised']);
    await desk.master.alerts.resolve(id);
    await close();
  });

  test('no button moves when an alert is acknowledged and resolved, and the focus stays', async () => {
    const { id } = await desk.raise();
    const { page, close } = await openPage(desk.browser, options);
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    const places = () =>
      page
        .locator('.actions button')
        .evaluateAll((all) => all.map((it) => JSON.stringify(it.getBoundingClientRect())));
    await button(page, 'Resolve').waitFor();
    const before = await places();
    expect(before).toHaveLength(3);
    await button(page, 'Acknowledge').click();
    await button(page, 'Acknowledged').and(page.locator(':focus')).waitFor();
    expect(await places()).toEqual(before);
    await detailOf(page).getByLabel('Outcome').selectOption('False alarm');
    await button(page, 'Resolve').click();
    await button(page, 'Resolved').and(page.locator(':focus')).waitFor();
    expect(await places()).toEqual(before);
    expect((await desk.master.alerts.get(id)).resolution).toBe('false_alarm');
    await close();
  });

  test('resolving without an outcome asks for it, and Escape resolves nothing', async () => {
    const { id, message } = await desk.raise();
    const { page, close, complaints } = await openPage(desk.browser, options);
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    await detailOf(page).getByLabel('Note').fill('A cat');
    await pressTwice(page, button(page, 'Resolve'), 200, isTouch);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(message).waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/desk-${name}-outcome.png` });
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf(id)).toBe('active');
    await button(page, 'Resolve').click();
    await dialog.getByRole('button', { name: 'Resolve', disabled: false }).waitFor();
    // By keyboard alone: nothing is chosen at first, so Enter alone resolves nothing.
    await page.keyboard.press('Enter');
    await dialog.getByLabel('False alarm').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await button(page, 'Resolved').waitFor();
    const resolved = await desk.master.alerts.get(id);
    expect(resolved).toMatchObject({ status: 'resolved', resolution: 'false_alarm' });
    await detailOf(page).locator('.note').getByText('A cat').waitFor();
    expect(await detailOf(page).getByLabel('Note').inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });

  test('what is being typed for an alert is there again after another alert was opened', async () => {
    const [one, other] = [await desk.raise(), await desk.raise()];
    const { page, close } = await openPage(desk.browser, options);
    await signInAt(page, desk.url, OPERATOR, `?alert=${one.id}`);
    const note = detailOf(page).getByLabel('Note');
    await note.fill('Two people at the fence');
    await detailOf(page).getByLabel('Outcome').selectOption('Real');
    await button(page, 'Close').click();
    await rowWith(page, other.message).click();
    await detailOf(page).getByRole('heading', { name: other.message }).waitFor();
    expect(await note.inputValue()).toBe('');
    await button(page, 'Close').click();
    await rowWith(page, one.message).click();
    await detailOf(page).getByRole('heading', { name: one.message }).waitFor();
    expect(await note.inputValue()).toBe('Two people at the fence');
    expect(await detailOf(page).getByLabel('Outcome').inputValue()).toBe('real');
    for (const { id } of [one, other]) await desk.master.alerts.resolve(id);
    await close();
  });
});
