import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../lib/client/index.ts';
import { detailOf, resolveAs, rowWith, signInAt, untilEnabled, writeNote } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';
const SIZES: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: 'desktop', options: { viewport: { width: 1360, height: 768 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
];

let desk: LocalConsole;
let plan: ActionPlan;
beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  desk = await startLocalConsole();
  plan = await desk.master.actionPlans.create({
    name: 'Break-in',
    types: ['break-in'],
    steps: [
      { key: 'cameras', text: 'Look at the cameras', kind: 'other', required: false },
      { key: 'call', text: 'Call the keyholder', kind: 'call', contact_role: 'keyholder', required: true },
      { key: 'send', text: 'Send a guard', kind: 'dispatch', required: false },
    ],
  });
});
afterAll(async () => {
  await desk.master.actionPlans.delete(plan.id);
  await desk.stop();
});

const action = (page: Page, name: string) => detailOf(page).getByRole('button', { name, exact: true });
const placeOf = async (element: Locator) => JSON.stringify(await element.boundingBox());

describe.each(SIZES)('at the size of a $name', ({ name, options }) => {
  test('The console shows what, where and who has it before what to do and the facts, and the actions without scrolling', async () => {
    const { id, message } = await desk.raise({ type: 'break-in', message: 'Fence cut' });
    const { page, complaints, close } = await openPage(desk.browser, { ...options, reducedMotion: 'reduce' });
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    const detail = detailOf(page);
    const parts = [
      detail.getByRole('heading', { name: message }),
      detail.getByText('80 Exchange Square, London'),
      detail.getByText('Nobody has it yet'),
      detail.getByRole('heading', { name: 'Action plan: Break-in' }),
      detail.getByRole('heading', { name: 'What to do' }),
      detail.getByText('Type', { exact: true }),
      detail.getByRole('heading', { name: 'History' }),
    ];
    await parts.at(-1)?.waitFor();
    const tops = await Promise.all(parts.map(async (it) => (await it.boundingBox())?.y ?? Number.NaN));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    const bottom = page.viewportSize()?.height ?? 0;
    for (const label of ['Acknowledge', 'Resolve', 'Note']) {
      const box = await action(page, label).boundingBox();
      expect(box?.y).toBeGreaterThan(bottom / 2);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bottom);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${SCREENSHOTS}/alert-${name}-${colorScheme}.png` });
      expect(await findBarriers(page)).toEqual([]);
    }
    // The phone's bar does not cover them.
    await untilEnabled(action(page, 'Acknowledge'));
    await action(page, 'Acknowledge').click();
    await detail.locator('.alert-holder').getByText('You').waitFor();
    expect(complaints).toEqual([]);
    await desk.master.alerts.resolve(id, { override_plan: true, note: 'x' });
    await close();
  });

  test('The names of those who were notified, however long, push no action of an alert off the screen', async () => {
    const { id } = await desk.raise({ type: 'break-in' });
    const { page, close } = await openPage(desk.browser, { ...options, reducedMotion: 'reduce' });
    const row = {
      ...{ id, alert_id: id, rule_id: null, rule_name: null, event: 'alert.raised', channel: 'sms' },
      ...{ status: 'sent', reason: null, user_id: id, address: '…', attempts: [], is_drill: false },
      ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString(), sent_at: null },
    };
    const names = ['Bartholomew Featherstonehaugh-Cholmondeley', 'Maria Aparecida dos Santos Albuquerque'];
    await page.route(/\/notifications(\?|$)/, (route) =>
      route.fulfill({
        json: {
          data: names.map((user_name) => ({ ...row, user_name })),
          links: { first: null, last: null, prev: null, next: null },
          meta: { per_page: 25, next_cursor: null, prev_cursor: null },
        },
      }),
    );
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    await detailOf(page).locator('.alert-holder').getByText('Featherstonehaugh').waitFor();
    const width = page.viewportSize()?.width ?? 0;
    const buttons = await detailOf(page).getByRole('button').all();
    expect(buttons.length).toBeGreaterThan(3);
    for (const button of buttons) {
      const box = await button.boundingBox();
      if (box) expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    await page.screenshot({ path: `${SCREENSHOTS}/alert-${name}-notified.png` });
    await desk.master.alerts.resolve(id, { override_plan: true, note: 'x' });
    await close();
  });

  test('Nothing that a person could press moves while the parts of an alert arrive late, one after the other', async () => {
    const { id } = await desk.raise({ type: 'break-in', severity: 'medium' });
    const { page, close } = await openPage(desk.browser, { ...options, reducedMotion: 'reduce' });
    const gates = { alert: Promise.withResolvers<void>(), notified: Promise.withResolvers<void>() };
    await page.route(`**/api/v1/alerts/${id}?*`, async (route) => {
      await gates.alert.promise;
      await route.continue();
    });
    await page.route(`**/api/v1/alerts/${id}/notifications?*`, async (route) => {
      await gates.notified.promise;
      await route.continue();
    });
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    const detail = detailOf(page);
    await detail.getByText('Reading the alert …').waitFor();
    await untilEnabled(action(page, 'Resolve'));
    const resolve = await placeOf(action(page, 'Resolve'));
    gates.alert.resolve();
    const first = detail.locator('.plan-step').first();
    await first.waitFor();
    const [step, fact] = [await placeOf(first), await placeOf(detail.locator('.facts'))];
    gates.notified.resolve();
    await detail
      .getByText('Nobody was notified of this alert yet.')
      .or(detail.getByText('Sent'))
      .first()
      .waitFor();
    expect(await placeOf(first)).toBe(step);
    expect(await placeOf(detail.locator('.facts'))).toBe(fact);
    await writeNote(page, 'A cat');
    expect(await placeOf(action(page, 'Resolve'))).toBe(resolve);
    await action(page, 'Resolve').click();
    await untilEnabled(action(page, 'Real'));
    expect(await placeOf(action(page, 'Resolve'))).toBe(resolve);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page)).toEqual([]);
    }
    await desk.master.alerts.resolve(id, { override_plan: true, note: 'x' });
    await close();
  });

  test('People who have the same alert open see each other’s names, until one closes it', async () => {
    const { id, message } = await desk.raise({ message: 'Two look at it' });
    const [one, other] = [await openPage(desk.browser, options), await openPage(desk.browser, options)];
    await signInAt(one.page, desk.url, OPERATOR, `?alert=${id}`);
    await signInAt(other.page, desk.url, MASTER, `?alert=${id}`);
    await detailOf(one.page).getByText('Acme Master looks at it').waitFor();
    await detailOf(other.page).getByText('Acme Operator looks at it').waitFor();
    await one.page.screenshot({ path: `${SCREENSHOTS}/alert-${name}-viewers.png` });
    expect(await findBarriers(one.page)).toEqual([]);
    await action(other.page, 'Close').click();
    await detailOf(one.page).getByText('looks at it').waitFor({ state: 'detached' });
    await rowWith(other.page, message).click();
    await detailOf(one.page).getByText('Acme Master looks at it').waitFor();
    await other.close();
    await detailOf(one.page).getByText('looks at it').waitFor({ state: 'detached' });
    await desk.master.alerts.resolve(id);
    await one.close();
  });
});

test('By keyboard alone, an operator handles an alert of the console from its row to its outcome', async () => {
  const { id, message } = await desk.raise({ type: 'break-in', message: 'By keyboard' });
  const { page, close } = await openPage(desk.browser, { viewport: { width: 1360, height: 768 } });
  await signInAt(page, desk.url, OPERATOR, '?q=keyboard');
  await rowWith(page, message).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const detail = detailOf(page);
  const done = detail.getByRole('button', { name: 'Done Call the keyholder' });
  const focusOn = async (button: Locator) => {
    await untilEnabled(button);
    const focused = button.and(page.locator(':focus'));
    for (let step = 0; step < 40 && (await focused.count()) === 0; step += 1)
      await page.keyboard.press('Tab');
    await focused.waitFor();
  };
  await focusOn(done);
  await page.keyboard.press('Enter');
  await detail.getByText('Step “Call the keyholder”: done').waitFor();
  await untilEnabled(action(page, 'Acknowledge'));
  await page.keyboard.press('a');
  await action(page, 'Acknowledged').waitFor();
  await untilEnabled(action(page, 'Resolve'));
  await page.keyboard.press('r');
  const real = detail.getByRole('group', { name: 'What was it?' }).getByRole('button', { name: 'Real' });
  await untilEnabled(real);
  await page.keyboard.press('Tab');
  await real.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await action(page, 'Resolved').waitFor();
  expect((await desk.master.alerts.get(id)).resolution).toBe('real');
  await close();
});

test('Five clicks handle an alert of the console from its row to its outcome, with a required step of its plan', async () => {
  const { id, message } = await desk.raise({ type: 'break-in', message: 'Five clicks' });
  const { page, close } = await openPage(desk.browser, { viewport: { width: 1360, height: 768 } });
  await signInAt(page, desk.url, OPERATOR, '?q=Five');
  await rowWith(page, message).click(); // 1
  const press = async (button: Locator) => {
    await untilEnabled(button);
    await button.click();
  };
  await press(action(page, 'Acknowledge')); // 2
  await press(detailOf(page).getByRole('button', { name: 'Done Call the keyholder' })); // 3
  await detailOf(page).getByText('Step “Call the keyholder”: done').waitFor();
  await resolveAs(page, 'False alarm'); // 4 and 5
  await action(page, 'Resolved').waitFor();
  expect((await desk.master.alerts.get(id)).resolution).toBe('false_alarm');
  await close();
});
