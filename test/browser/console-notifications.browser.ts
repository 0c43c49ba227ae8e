import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createGuardClient, type Notification } from '../../lib/client/index.ts';
import {
  choose,
  detailOf,
  optionsOn,
  pageWith,
  signedInClient,
  signInAt,
  stopClock,
} from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { codeFor, sentTo } from './outbox.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ENGLISH = { locale: 'en-GB', timezoneId: 'UTC' };

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

test('In the console on a phone, a person adds a phone number, verifies it with the code sent to it, tests it and deletes it', async () => {
  const number = '+4915123456701';
  const { page, close } = await openPage(desk.browser, { ...PHONE, ...ENGLISH });
  await signInAt(page, desk.url, OPERATOR, '#/account');
  await page.getByText('You have no channel: Guard cannot notify you.').waitFor();
  await page.getByText(/^Today: \d+ of 200 SMS of the tenant\.$/).waitFor();
  await named(page, 'Add a phone number').dblclick();
  await page.getByLabel('Phone number').fill('0151 23456701');
  await named(page, 'Send the code').click();
  await page.getByText('Enter a number with its country code').waitFor();
  await page.getByLabel('Phone number').fill('+49 1512 3456701');
  await look(page);
  await named(page, 'Send the code').dblclick();
  await page.getByText(`The 6 digits that Guard sent to ${number}.`).waitFor();
  expect(await sentTo(desk.url, number)).toHaveLength(1);
  await look(page);

  await page.getByLabel('Code', { exact: true }).fill('000000');
  await named(page, 'Verify').click();
  await page.getByText('The code is wrong or too old.').waitFor();
  // The page is left before the code is typed.
  await named(page, 'Cancel').click();
  await named(page, `Enter the code ${number}`).click();
  await named(page, 'Send another code').dblclick();
  await expect.poll(async () => (await sentTo(desk.url, number)).length).toBe(2);
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(desk.url, number));
  await named(page, 'Verify').dblclick();
  await page.getByText(`${number}: Verified`).waitFor();
  await look(page);

  await named(page, `Test ${number}`).dblclick();
  await page.getByText(`${number} – Sent`).waitFor();
  expect(await sentTo(desk.url, number)).toHaveLength(3);
  const switched = await fetch(`${desk.url}/outbox/failures`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sms: 'refused' }),
  });
  expect(await switched.json()).toMatchObject({ sms: 'refused' });
  // A second click of a double click does nothing.
  await page.getByRole('button', { name: `Test ${number}`, disabled: false }).click();
  await page.getByText(`${number} – Failed: the provider refused it`).waitFor();
  await fetch(`${desk.url}/outbox/failures`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sms: 'none' }),
  });

  await named(page, `Delete ${number}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('You have no channel: Guard cannot notify you.').waitFor();
  await close();
});

test('The console says that an installation sends no SMS, and offers no form for a phone number', async () => {
  const { page, close } = await openPage(desk.browser, ENGLISH);
  await page.route('**/api/v1/auth/me/channels', async (route) => {
    const response = await route.fetch();
    const list: unknown = await response.json();
    await route.fulfill({ response, json: { ...z.looseObject({}).parse(list), off: ['sms'] } });
  });
  await signInAt(page, desk.url, MASTER, '#/account');
  await page.getByText('This installation does not send: SMS.').waitFor();
  await named(page, 'Add an e-mail address').waitFor();
  expect(await named(page, 'Add a phone number').count()).toBe(0);
  await page.goto(`${desk.url}/console#/notifications`);
  await page.getByText('This installation does not send: SMS.').waitFor();
  await look(page);
  await close();
});

test('In the console, a browser that blocks notifications or cannot receive them says so in a sentence', async () => {
  const { page, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, MASTER, '#/account');
  await page.evaluate("Notification.requestPermission = async () => 'denied'");
  await named(page, 'Notify this browser').click();
  await page.getByText('This browser blocks notifications of this page.').waitFor();
  await page.evaluate('delete globalThis.PushManager');
  await page.getByRole('button', { name: 'Notify this browser', disabled: false }).click();
  await page.getByText('This browser cannot receive notifications.').waitFor();
  await close();
});

test('In the console, a person subscribes the browser to pushes, and the service worker shows them', async () => {
  const browser = await openBrowser({ showsNotifications: true });
  const { page } = await openPage(browser, ENGLISH);
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: desk.url });
  // The push services of browsers are not within reach of a test.
  await page.addInitScript(`
    const keys = { p256dh: '${'B'.padEnd(87, 'A')}', auth: '${'A'.repeat(22)}' };
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: 'https://push.example.com/1', keys }) });
  `);
  await signInAt(page, desk.url, MASTER, '#/account');
  await named(page, 'Notify this browser').click();
  await page.getByText('Push: Verified').waitFor();
  await page.getByRole('row').filter({ hasText: 'push.example.com' }).waitFor();

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${desk.url}/console`);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const data = JSON.stringify({ title: 'Critical: panic', text: 'City Office', link: '/console', tag: 'a' });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: desk.url,
    registrationId: await registered,
    data,
  });
  const shown = () =>
    page.evaluate(`(async () => {
      const [registration] = await navigator.serviceWorker.getRegistrations();
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    })()`);
  await expect
    .poll(shown)
    .toEqual([{ title: 'Critical: panic', body: 'City Office', tag: 'a', data: `${desk.url}/console` }]);
  await browser.close();
});

test('In the console, a master creates a notification rule and sees whom it cannot reach; operators do not have this page', async () => {
  const { page, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, MASTER, '#/notifications');
  await page.getByText('There are no rules yet: Guard notifies nobody.').waitFor();
  await page.getByRole('link', { name: 'Create a rule' }).click();
  await named(page, 'Create a rule').click();
  await page.getByText('This field is required.').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Nights');
  await page.getByLabel('An alert was raised').check();
  const who = page.getByRole('group', { name: 'Who' });
  for (const label of ['Keyholder duty', 'Acme Viewer (viewer@acme.test)']) {
    await choose(who.getByLabel('Choose a person or a schedule'), label);
  }
  await page.getByLabel('E-mail', { exact: true }).check();
  await page.getByText('Acme Viewer. Cannot be reached by this rule').waitFor();
  await named(page, 'Remove Acme Viewer').click();
  await page.getByText('Acme Viewer. Cannot be reached by this rule').waitFor({ state: 'detached' });
  await page.getByLabel('Severity', { exact: true }).selectOption('critical');
  await page.getByText('More settings').click();
  await page.getByLabel('From escalation step').fill('11');
  await page.getByLabel('Panic').check();
  await page.getByLabel('City Office').check();
  await look(page);
  await named(page, 'Create a rule').click();
  await page.getByText('Enter a number from 1 to 10.').waitFor();
  await page.getByLabel('From escalation step').fill('');
  await named(page, 'Create a rule').dblclick();
  await page.getByRole('heading', { name: 'Nights', level: 1 }).waitFor();
  const rules = await desk.master.notificationRules.list().all();
  expect(rules).toMatchObject([
    {
      name: 'Nights',
      events: ['alert.raised'],
      min_severity: 'critical',
      min_escalation_level: null,
      types: ['panic'],
      site_ids: [desk.siteId],
      recipients: [{ schedule_id: expect.any(String) }],
      channels: ['email'],
      status: 'active',
    },
  ]);

  // Somebody else changes it while the form is open.
  await desk.master.notificationRules.update(rules[0]?.id ?? '', { channels: ['email', 'push'] });
  await page.getByLabel('SMS').check();
  await named(page, 'Save').click();
  await page.getByRole('row', { name: 'By which channels E-mail, Push E-mail, SMS' }).waitFor();
  await look(page);
  await named(page, 'Save yours').click();
  await page.getByText('Saved.').waitFor();
  await page.setViewportSize(PHONE.viewport);
  await look(page);
  await page.getByRole('link', { name: 'Notifications' }).last().click();
  await page.getByText('E-mail, SMS').waitFor();
  await look(page);
  await page.getByRole('link', { name: 'Nights' }).click();
  await named(page, 'Delete').click();
  await page.getByRole('dialog').getByText('Delete the rule “Nights”?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).dblclick();
  await page.getByText('There are no rules yet: Guard notifies nobody.').waitFor();
  await close();

  const operator = await openPage(desk.browser, ENGLISH);
  await signInAt(operator.page, desk.url, OPERATOR, '#/notifications');
  expect(await operator.page.getByRole('link', { name: 'Notifications' }).count()).toBe(0);
  await operator.close();
});

test('In a form, a text that is nobody’s name is refused with a sentence, and arrows, Enter and Escape choose or keep', async () => {
  const { page, complaints, close } = await openPage(desk.browser, { ...PHONE, ...ENGLISH });
  await signInAt(page, desk.url, MASTER, '#/notifications/new');
  const who = page.getByRole('combobox', { name: 'Choose a person or a schedule' });
  const group = page.getByRole('group', { name: 'Who' });
  const chosen = () => group.getByRole('listitem').allInnerTexts();
  await who.fill('nobody at all');
  await page.getByText('Nothing matches.').waitFor();
  await who.press('Enter');
  await look(page);
  await page.getByLabel('Name', { exact: true }).fill('Nights');
  await page.getByLabel('SMS').check();
  await named(page, 'Create a rule').click();
  await group.getByText('Choose from the list: this text does not name exactly one.').waitFor();
  expect(await desk.master.notificationRules.list().all()).toEqual([]);

  // The words of a name in any order, or a part of an address; Enter takes the first one, and the field is free for the next.
  await who.fill('ADMIN acme.test acme');
  const option = optionsOn(page).filter({ hasText: 'Acme Admin' });
  expect(await option.getAttribute('aria-selected')).toBe('true');
  expect(await who.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
  await look(page);
  await who.press('Enter');
  await expect.poll(chosen).toEqual([expect.stringContaining('Acme Admin')]);
  expect(await who.inputValue()).toBe('');
  expect(await page.evaluate('document.activeElement.name')).toBe('recipients');

  // Escape keeps what is chosen. The arrows go around the ends of the whole list.
  await who.fill('viewer');
  await who.press('Escape');
  expect(await who.inputValue()).toBe('');
  await who.press('ArrowDown');
  const all = optionsOn(page);
  const last = all.nth((await all.count()) - 1);
  await who.press('ArrowUp');
  await expect.poll(() => last.getAttribute('aria-selected')).toBe('true');
  await who.press('ArrowDown');
  await who.press('Enter');
  await expect.poll(chosen).toEqual([expect.stringContaining('Acme Admin'), expect.stringContaining('duty')]);
  expect(complaints).toEqual([]);
  await close();
});

test('An empty list of rules has one button to create one, and an example that opens the form with its values', async () => {
  const { page, complaints, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, 'master@globex.test', '#/notifications');
  await named(page, 'Critical by SMS').waitFor();
  expect(await page.getByRole('link', { name: 'Create a rule' }).count()).toBe(1);
  await look(page);
  await named(page, 'Critical by SMS').click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Critical alerts');
  expect(await page.getByLabel('SMS').isChecked()).toBe(true);
  expect(await page.getByLabel('Severity', { exact: true }).inputValue()).toBe('critical');
  await page.getByRole('heading', { name: 'Create a rule' }).waitFor();

  // An example is for one visit: the button opens an empty form.
  await named(page, 'Cancel').click();
  await named(page, 'Leave').click();
  await page.getByRole('link', { name: 'Create a rule' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  expect(complaints).toEqual([]);
  await close();
});

test('The page of a notification rule shows that an operator on call cannot be reached without access to the site', async () => {
  const { master, siteId } = desk;
  const email = 'night@acme.test';
  const password = 'correct horse battery staple';
  const night = await master.users.create({ name: 'Nina Night', email, password, role: 'operator' });
  const guard = createGuardClient({ baseUrl: desk.url });
  await guard.login({ email, password });
  const number = '+4915123456799';
  const { id: channelId } = await guard.channels.create({ kind: 'sms', address: number });
  await guard.channels.verify(channelId, { code: await codeFor(desk.url, number) });
  const rotation = {
    user_ids: [night.id],
    starts_on: '2026-01-05',
    handoff_time: '08:00',
    every: 'week' as const,
    length: 1,
  };
  const duty = await master.schedules.create({ name: 'Night duty', time_zone: 'UTC', rotations: [rotation] });
  const rule = await master.notificationRules.create({
    name: 'Nights',
    events: ['alert.raised'],
    recipients: [{ schedule_id: duty.id }],
    channels: ['sms', 'push'],
  });
  const outcome = async (alert: { id: string }) =>
    (await master.alerts.listNotifications(alert.id).all())
      .filter(({ user_id }) => user_id === night.id)
      .map(({ status, reason, channel }) => `${channel} ${status} ${reason}`);

  const { page, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, MASTER, `#/notifications/${rule.id}`);
  const reach = page.locator('section').filter({ hasText: 'Whom does it reach now?' });
  await reach.getByText('Nina Night. Cannot be reached by this rule').waitFor();
  await reach.getByText('may not see any of the sites').waitFor();
  await reach.getByText('This rule would notify nobody now.').waitFor();
  await look(page);
  const unseen = await desk.raise({ type: 'panic' });
  await expect.poll(() => outcome(unseen), { timeout: 30_000 }).toEqual(['null suppressed outside_scope']);

  await master.users.assignSites(night.id, [siteId]);
  await page.reload();
  await reach.getByText(/^Nina Night: SMS$/).waitFor();
  await reach.getByText(/but not for \d+ of \d+ sites/).waitFor();
  await reach.getByText('Push: has no such verified channel').waitFor();
  await page.getByText('More settings').click();
  await page.getByLabel('City Office').check();
  await reach.getByText(/but not for/).waitFor({ state: 'detached' });
  await reach.getByText(/^Nina Night: SMS$/).waitFor();
  const seen = await desk.raise({ type: 'panic' });
  await expect
    .poll(() => outcome(seen), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^sms (sent|delivered) null$/)]);

  await page.getByLabel('A device missed its heartbeat').check();
  await page.getByLabel('Fire', { exact: true }).check();
  await reach.getByText('A device missed its heartbeat: never matches with these filters').waitFor();
  await look(page);
  await page.getByLabel('An alert was raised').uncheck();
  await reach.getByText('This is about alerts.').waitFor();
  await page.getByLabel('An alert was raised').check();
  await page.getByLabel('Status').selectOption('disabled');
  await reach.getByText('The rule is disabled: it notifies nobody.').waitFor();
  await page.setViewportSize(PHONE.viewport);
  await look(page);

  await named(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  await page.goto(`${desk.url}/console#/on-call/${duty.id}`);
  // The page before it has a button of the same name.
  await page.getByRole('heading', { level: 1, name: 'Night duty' }).waitFor();
  await named(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Notification rules name this schedule. Take it out of them first.').waitFor();
  await master.notificationRules.delete(rule.id);
  await close();
});

const REASONS = {
  no_channel: 'has no such verified channel',
  outside_scope: 'may not see this site',
  user_not_active: 'the account is not active',
  channel_off: 'this installation does not send it',
  acknowledged: 'was acknowledged before',
  storm: 'too many at once: a summary follows',
  sms_limit: 'the SMS of today are used up',
  a_newer_reason: 'a_newer_reason',
};

test('The console shows for an alert who was notified by which channel, and why other people were not', async () => {
  const { page, close } = await openPage(desk.browser, { ...PHONE, ...ENGLISH });
  const alert = await desk.raise({ message: 'Nobody answers' });
  const row: Notification = {
    id: '01a0c9a4-0000-7000-8000-000000000000',
    tenant_id: alert.tenant_id,
    subject_id: alert.id,
    entry_id: alert.id,
    event: 'alert.raised',
    user_id: alert.tenant_id,
    user_name: 'Olga Operator',
    schedule_id: alert.tenant_id,
    channel: 'sms',
    channel_id: alert.id,
    status: 'suppressed',
    reason: null,
    attempts: 1,
    duplicate_possible: false,
    in_summary: false,
    created_at: alert.created_at,
    updated_at: alert.created_at,
  };
  const id = (place: number) => `01a0c9a4-0000-7000-8000-${String(place).padStart(12, '0')}`;
  let rows: Notification[] = [];
  await page.route('**/api/v1/alerts/*/notifications*', (route) => route.fulfill({ json: pageWith(rows) }));
  await signInAt(page, desk.url, MASTER, `?alert=${alert.id}`);
  const notified = detailOf(page).getByRole('region', { name: 'Notified' });
  await notified.getByText('Nobody was notified of this alert yet.').waitFor();

  rows = [
    {
      ...row,
      id: id(90),
      user_id: null,
      user_name: null,
      channel: null,
      status: 'failed',
      reason: 'nobody_notified',
    },
    { ...row, id: id(91), status: 'failed', reason: 'no_answer', duplicate_possible: true },
    ...Object.keys(REASONS).map((reason, place) => ({ ...row, id: id(place), reason })),
  ];
  // A change of the alert reads them again.
  await desk.master.alerts.addNote(alert.id, 'Who was called?');
  await notified.getByText('Guard could not reach anybody. Call somebody now.').waitFor();
  await notified.getByText('Failed: the provider did not answer, perhaps sent twice').waitFor();
  for (const text of Object.values(REASONS)) await notified.getByText(`Not sent: ${text}`).waitFor();
  await notified.getByText('on call, SMS').first().waitFor();
  await look(page);

  rows = [
    { ...row, id: id(99), status: 'delivered', in_summary: true, created_at: new Date().toISOString() },
    ...rows,
  ];
  await desk.master.alerts.acknowledge(alert.id);
  await notified.getByText('Delivered: in a summary').waitFor();
  await notified.getByText('Guard could not reach anybody.').waitFor({ state: 'detached' });
  await close();
});

test('The console reads the notifications of a resolved alert at most once a minute, and not within the first second of showing it', async () => {
  const alert = await desk.raise({ message: 'Over' });
  const guard = await signedInClient(desk.url, MASTER);
  await guard.alerts.resolve(alert.id);
  const { page, requests, close } = await openPage(desk.browser, ENGLISH);
  await page.clock.install();
  await signInAt(page, desk.url, MASTER);
  await stopClock(page);
  const reads = () => requests.filter((url) => url.includes(`/${alert.id}/notifications`)).length;
  const notified = detailOf(page).getByRole('region', { name: 'Notified' });
  await page.goto(`${desk.url}/console?alert=${alert.id}`);
  const isReading = async () => {
    await page.clock.runFor(20);
    return notified.getByText('Reading …').isVisible();
  };
  await expect.poll(isReading).toBe(true);
  await page.clock.runFor(1_000);
  expect(reads()).toBe(0);
  await page.clock.runFor(3_000);
  await notified.getByText('Nobody was notified').waitFor();
  await page.clock.runFor(60_000);
  expect(reads()).toBe(1);
  await close();
});
