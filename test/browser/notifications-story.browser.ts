import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { choose, detailOf, signInAt, untilEnabled } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { codeFor, sentTo } from './outbox.ts';

const PASSWORD = 'a-long-enough-password';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ENGLISH = { locale: 'en-GB', timezoneId: 'UTC' };

/** Those who watch City Office, and their numbers. */
const PEOPLE = [
  { name: 'Ana Alves', email: 'ana@acme.test', number: '+4915123456711' },
  { name: 'Ben Berg', email: 'ben@acme.test', number: '+4915123456712' },
  { name: 'Cleo Cruz', email: 'cleo@acme.test', number: '+4915123456713' },
] as const;

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** A person's own sign-in; they verify their number in the console. */
async function verifyNumber({ email, number }: (typeof PEOPLE)[number]): Promise<void> {
  const { page, close } = await openPage(desk.browser, { ...PHONE, ...ENGLISH });
  await signInAt(page, desk.url, email, '#/account', PASSWORD);
  await named(page, 'Add a phone number').click();
  await page.getByLabel('Phone number').fill(number);
  await named(page, 'Send the code').click();
  await page.getByText(`The 6 digits that Guard sent to ${number}.`).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(desk.url, number));
  await named(page, 'Verify').click();
  await page.getByText(`${number}: Verified`).waitFor();
  await close();
}

/** A schedule in which people take weekly turns. */
async function makeRota(page: Page, name: string, people: readonly (typeof PEOPLE)[number][]): Promise<void> {
  await page.goto(`${desk.url}/console#/on-call/new`);
  // The page before it has fields of the same names.
  await named(page, 'Create a schedule').waitFor();
  await page.getByLabel('Name', { exact: true }).fill(name);
  for (const person of people) {
    await choose(page.getByLabel('Choose a person'), `${person.name} (${person.email})`);
  }
  await page.getByLabel('First day').fill('2020-01-06');
  await named(page, 'Create a schedule').click();
  await heading(page, name).waitFor();
}

interface Rule {
  readonly name: string;
  readonly event: string;
  readonly level?: string;
  readonly who: string;
}

async function makeRule(page: Page, { name, event, level = '', who }: Rule): Promise<void> {
  await page.goto(`${desk.url}/console#/notifications/new`);
  // The page before it has fields of the same names.
  await named(page, 'Create a rule').waitFor();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(event).check();
  await choose(page.getByLabel('Choose a person or a schedule'), who);
  await page.getByLabel('SMS').check();
  await page.getByLabel('Severity', { exact: true }).selectOption('critical');
  await page.getByText('More settings').click();
  await page.getByLabel('From escalation step').fill(level);
  await named(page, 'Create a rule').click();
  await heading(page, name).waitFor();
  // Everybody has verified a number.
  await page.getByRole('listitem').filter({ hasText: /: SMS/ }).first().waitFor();
  expect(await page.getByText('Cannot be reached by this rule').count()).toBe(0);
}

test('A panic alert notifies the person on call, then the next person, and nobody else once it is acknowledged', async () => {
  for (const { name, email } of PEOPLE) {
    const user = await desk.master.users.create({ name, email, role: 'operator', password: PASSWORD });
    await desk.master.users.assignSites(user.id, [desk.siteId]);
  }
  await desk.master.escalation.set({ critical: [1, 2, 3] });
  const device = await desk.master.devices.create(desk.siteId, {
    name: 'Panic button',
    type: 'panic-button',
  });
  const { key } = await desk.master.keys.create({ name: 'Panic button', device_id: device.id });
  for (const person of PEOPLE) await verifyNumber(person);

  // The master: a weekly rota, somebody behind it, and who is notified at which step.
  const { page, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, MASTER);
  await makeRota(page, 'Rota', PEOPLE);
  const schedules = await desk.master.schedules.list().all();
  const rota = schedules.find(({ name }) => name === 'Rota');
  const { on_call } = await desk.master.schedules.getOnCall(rota?.id ?? '', {});
  const place = PEOPLE.findIndex(({ name }) => name === on_call[0]?.name);
  const [onCall = PEOPLE[0], next = PEOPLE[1], last = PEOPLE[2]] = [
    ...PEOPLE.slice(place),
    ...PEOPLE.slice(0, place),
  ];
  await makeRota(page, 'Backup', [next]);
  await makeRule(page, { name: 'At once', event: 'An alert was raised', who: 'Rota' });
  const escalated = 'An alert reached its next escalation step';
  await makeRule(page, { name: 'Second step', event: escalated, level: '2', who: 'Backup' });
  const lastLabel = `${last.name} (${last.email})`;
  await makeRule(page, { name: 'Third step', event: escalated, level: '3', who: lastLabel });

  const texts = async ({ number }: (typeof PEOPLE)[number]) =>
    (await sentTo(desk.url, number)).map(({ text }) => text).filter((it) => it.includes('City Office'));

  // The button.
  const report = { events: [{ action: 'raise', type: 'panic', severity: 'critical', message: 'Help' }] };
  const response = await fetch(`${desk.url}/api/v1/reports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
  });
  expect(response.status).toBe(200);
  const pressedAt = Date.now();
  await expect.poll(() => texts(onCall)).toHaveLength(1);
  expect(Date.now() - pressedAt).toBeLessThan(15_000);
  expect((await texts(onCall))[0]).toMatch(/Critical.*panic.*City Office/i);

  // The master sees it while the person on call sleeps: nobody is notified at the first step, the next person at the second.
  const [alert] = (
    await desk.master.alerts.list({ type: 'panic', status: 'active', limit: 100 }).all()
  ).filter(({ message }) => message === 'Help');
  await page.goto(`${desk.url}/console?alert=${alert?.id}`);
  const notified = detailOf(page).getByRole('region', { name: 'Notified' });
  const row = ({ name }: (typeof PEOPLE)[number]) => notified.getByRole('listitem').filter({ hasText: name });
  await row(onCall).getByText('on call, SMS').waitFor();
  await row(onCall)
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  for (const level of [1, 2]) {
    await desk.passMinute();
    await expect
      .poll(async () => (await desk.master.alerts.get(alert?.id ?? '')).escalation_level)
      .toBe(level);
  }
  await expect.poll(() => texts(next)).toHaveLength(1);
  await row(next)
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  expect(await texts(onCall)).toHaveLength(1);
  expect(await texts(last)).toEqual([]);

  // The next person acknowledges it on a phone, from the link of the text.
  const link = /https?:\S+/.exec((await texts(next))[0] ?? '')?.[0] ?? '';
  const phone = await openPage(desk.browser, { ...PHONE, ...ENGLISH });
  expect(link).toContain(`/console?alert=${alert?.id}`);
  await signInAt(phone.page, desk.url, next.email, `?alert=${alert?.id}`, PASSWORD);
  const acknowledge = detailOf(phone.page).getByRole('button', { name: 'Acknowledge' });
  await untilEnabled(acknowledge);
  await acknowledge.click();
  await detailOf(phone.page).getByText('Acknowledged', { exact: true }).first().waitFor();
  expect(await findBarriers(phone.page)).toEqual([]);
  await phone.close();

  // An acknowledged alert escalates no more, so that the third step does not come.
  const acknowledged = await readAlert(alert?.id ?? '');
  expect(acknowledged).toMatchObject({ status: 'acknowledged', escalation_level: 2 });
  await desk.passMinute();
  // When this minute has passed, what the one before queued is done.
  await desk.passMinute();
  expect(await texts(last)).toEqual([]);
  expect((await readAlert(alert?.id ?? '')).escalation_level).toBe(2);
  // Who was notified when.
  expect(await notified.getByRole('listitem').count()).toBe(2);
  expect(await row(onCall).locator('time').count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  await close();
});

/** An alert as one of them sees it. */
async function readAlert(id: string) {
  const guard = createGuardClient({ baseUrl: desk.url });
  await guard.login({ email: PEOPLE[0].email, password: PASSWORD });
  return guard.alerts.get(id);
}
