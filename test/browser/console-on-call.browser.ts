import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, optionsOn, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Light and dark, without barriers and without scrolling sideways. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

/** The number of days of the shown month that contain a text. */
const daysWith = (page: Page, text: string) => page.locator('.month li').filter({ hasText: text }).count();

/** Whether a day of the shown month has nobody on call. Waits for the month, which is not there while it is read. */
const hasGaps = (page: Page) =>
  page.locator('.month').evaluate((month) => /Nobody/.test(month.textContent ?? ''));

test('In the console, a master creates a schedule, sees its gaps as text, and adds an override and a second rotation', async () => {
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB', timezoneId: 'UTC' });
  await signInAt(page, desk.url, MASTER, '#/on-call');
  await page.getByRole('row').filter({ hasText: 'Keyholder duty' }).getByText('until').waitFor();
  await look(page);
  await page.getByRole('link', { name: 'Create a schedule' }).click();

  await page.getByLabel('Name', { exact: true }).fill('Nights');
  await page.getByLabel('Time zone').fill('Australia/Lord_Howe');
  await named(page, 'Create a schedule').click();
  await page.getByText('This field is required.').waitFor();
  const people = page.getByLabel('Choose a person');
  await people.click();
  const options = await optionsOn(page).allTextContents();
  const [first = '', second = ''] = options.filter((it) => /admin@|master@/.test(it));
  for (const option of [first, second]) {
    await people.fill(option);
    await people.press('Enter');
  }
  await named(page, `Move up ${second}`).click();
  expect(await page.locator('.turns li > span').allTextContents()).toEqual([second, first]);
  await page.getByLabel('First day').fill('2020-01-06');
  await page.getByLabel('Only from').fill('20:00');
  await page.getByLabel('Only until').fill('06:00');
  await look(page);
  await named(page, 'Create a schedule').click();
  await page.getByRole('heading', { name: 'Nights', level: 1 }).waitFor();

  await page.getByText('All times are those of Australia/Lord_Howe.').first().waitFor();
  await page.getByText(/^There are times without anybody on call in this month: \d+\.$/).waitFor();
  expect(await daysWith(page, '06:00 Nobody')).toBeGreaterThan(27);
  await look(page);
  const title = page.getByRole('heading', { name: /^Calendar: / });
  const shown = await title.textContent();
  await named(page, 'Later month').press('Enter');
  await expect.poll(() => title.textContent()).not.toBe(shown);
  await named(page, 'Earlier month').click();
  await expect.poll(() => title.textContent()).toBe(shown);

  await named(page, 'Add a rotation').click();
  const added = page.locator('form').filter({ has: named(page, 'Add a rotation') });
  await choose(added.getByLabel('Choose a person'), first);
  await added.getByLabel('First day').fill('2020-01-06');
  await named(page, 'Add a rotation').click();
  await page.getByRole('heading', { name: 'Rotation 2' }).waitFor();
  // The second rotation covers the first one, all day, from now on: the past stays as it was.
  await named(page, 'Later month').click();
  await expect.poll(() => title.textContent()).not.toBe(shown);
  await expect.poll(() => hasGaps(page)).toBe(false);
  await named(page, 'Move up Rotation 2').click();
  const name = (label: string) => label.replace(/ \(.*/, '');
  await expect.poll(() => daysWith(page, `20:00 ${name(second)}`)).toBeGreaterThan(5);

  await named(page, 'Add an override').click();
  const form = page.locator('form').filter({ has: named(page, 'Add an override') });
  await choose(form.getByLabel('Person'), first);
  await form.getByLabel('From').fill('2090-01-02T00:00');
  await form.getByLabel('Until').fill('2090-01-01T00:00');
  await named(page, 'Add an override').click();
  await form.getByText('The end must be after the beginning.').waitFor();
  await form.getByLabel('Until').fill('2090-01-03T00:00');
  await look(page);
  await named(page, 'Add an override').click();
  const override = page
    .getByRole('table', { name: 'Overrides' })
    .getByRole('row')
    .filter({ hasText: name(first) });
  // Typed and shown by the clocks of the schedule, which are 11 hours ahead then.
  await override.getByText(/Mon,? 2 Jan 2090,? 00:00/).waitFor();
  const schedule = (await desk.master.schedules.list().all()).find((it) => it.name === 'Nights');
  const [stored] = await desk.master.schedules.listOverrides(schedule?.id ?? '');
  expect(stored?.since).toBe('2090-01-01T13:00:00.000+00:00');
  await override.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is no override.').waitFor();

  await named(page, 'Delete').click();
  await page.getByRole('dialog').getByText('Delete the schedule “Nights”?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'Keyholder duty' }).waitFor();
  // The complaint is about the override that ends before it begins.
  expect(complaints).toEqual([expect.stringContaining('422')]);
  await close();
});

test('If somebody else has changed a rotation meanwhile, the console shows both versions when a master saves', async () => {
  const me = await desk.master.me();
  const rotation = { user_ids: [me.id], starts_on: '2020-01-06', handoff_time: '08:00' };
  const made = await desk.master.schedules.create({
    name: 'Overtaken',
    time_zone: 'UTC',
    rotations: [{ ...rotation, every: 'week', length: 1 }],
  });
  const { page, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, `#/on-call/${made.id}`);
  await named(page, 'Edit Rotation 1').click();
  await page.getByLabel('Length of a turn').fill('3');
  await desk.master.schedules.update(made.id, {
    rotations: [{ ...rotation, every: 'day', length: 2 }],
  });
  await named(page, 'Save').first().click();
  await page.locator('.conflict').getByRole('row', { name: 'Length of a turn 2 3' }).waitFor();
  await look(page);
  await named(page, 'Save yours').click();
  await named(page, 'Edit Rotation 1').waitFor();
  const { rotations } = await desk.master.schedules.get(made.id);
  expect(rotations).toMatchObject([{ every: 'day', length: 3 }]);
  await desk.master.schedules.delete(made.id);
  await close();
});

test('On a phone, the console shows an operator the schedules without forms, and a blocked person’s shift as a gap', async () => {
  const email = 'absent@acme.test';
  const { id } = await desk.master.users.create({
    name: 'Abby Absent',
    email,
    role: 'operator',
    password: 'a long enough password',
  });
  const rotation = { user_ids: [id], starts_on: '2020-01-06', handoff_time: '08:00' };
  const schedule = await desk.master.schedules.create({
    name: 'Absent duty',
    time_zone: 'Europe/Berlin',
    rotations: [{ ...rotation, every: 'week', length: 1 }],
  });
  await desk.master.users.update(id, { status: 'blocked' });
  const { page, close } = await openPage(desk.browser, { ...PHONE, locale: 'en-GB' });
  await signInAt(page, desk.url, OPERATOR, '#/on-call');
  await page.getByText('Nobody is on call. It is the shift of Abby Absent, who cannot act.').waitFor();
  await look(page);
  await page.getByRole('link', { name: 'Absent duty' }).click();
  await page.getByText('There are times without anybody on call in this month: 1.').waitFor();
  expect(await daysWith(page, 'Abby Absent (Nobody)')).toBeGreaterThan(27);
  expect(await page.getByRole('button', { name: /Add|Edit|Delete/ }).count()).toBe(0);
  await look(page);
  await desk.master.schedules.delete(schedule.id);
  await close();
});

test('Before a rotation is saved, the console shows who replaces whom, and the person on call now stays on call', async () => {
  const me = await desk.master.me();
  const users = await desk.master.users.list().all();
  const other = users.find(({ name, status }) => status === 'active' && name !== me.name);
  const third = users.find(({ id, status }) => status === 'active' && ![me.id, other?.id].includes(id));
  const made = await desk.master.schedules.create({
    name: 'Days',
    time_zone: 'Europe/Kyiv',
    rotations: [
      {
        user_ids: [me.id, String(other?.id)],
        starts_on: '2020-01-06',
        handoff_time: '08:00',
        every: 'day',
        length: 1,
      },
    ],
  });
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, `#/on-call/${made.id}`);
  await named(page, 'Edit Rotation 1').click();
  const form = page.locator('form').filter({ has: page.getByLabel('Length of a turn') });
  await choose(form.getByLabel('Choose a person'), `${third?.name} (${third?.email})`);
  const changes = page.locator('.form-and-preview .changed-shifts');
  await changes.getByRole('heading', { name: 'What changes in the next four weeks' }).waitFor();
  await changes.getByText(`${third?.name} instead of`).first().waitFor();
  await changes.getByText(/^And \d+ more\.$/).waitFor();
  await look(page);
  const before = await desk.master.schedules.getOnCall(made.id);
  await form.getByRole('button', { name: 'Save' }).click();
  await named(page, 'Edit Rotation 1').waitFor();
  const after = await desk.master.schedules.getOnCall(made.id);
  expect(after.on_call[0]?.user_id).toBe(before.on_call[0]?.user_id);
  expect((await desk.master.schedules.get(made.id)).rotations[0]?.user_ids).toHaveLength(3);
  expect(complaints).toEqual([]);
  await desk.master.schedules.delete(made.id);
  await close();
});
