import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { choose, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

test('While a zone is on test, the console shows its panic alert at once, but its motion alert only after the end of the test', async () => {
  const { master, siteId } = desk;
  const zone = await master.zones.create(siteId, { name: 'Vault' });
  const device = (name: string) => ({ name, type: 'sensor', zone_id: zone.id });
  const motion = await master.devices.create(siteId, device('Motion sensor'));
  const panic = await master.devices.create(siteId, device('Panic button'));
  const { key } = await master.keys.create({ name: 'Panel', site_id: siteId });
  const panel = createGuardClient({ baseUrl: desk.url, key });
  const report = (device_id: string, type: string, message: string, dedup_key: string) =>
    panel.report([{ action: 'raise', device_id, type, message, severity: 'critical', dedup_key }]);

  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, OPERATOR, `#/sites/${siteId}`);
  await page.getByRole('link', { name: 'Put on test', exact: true }).click();
  const form = page.locator('form').filter({ has: page.getByLabel('Reason') });
  await form.getByRole('button', { name: 'Put on test' }).click();
  await form.getByText('This field is required.').waitFor();
  await form.getByLabel('Reason').fill('Yearly service');
  await form.getByLabel('How long, from now').selectOption({ label: '15 min' });
  await choose(form.getByLabel('Zone', { exact: true }), 'Vault');
  expect(await form.getByLabel('Panic', { exact: true }).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Put on test' }).click();
  await page.getByRole('row').filter({ hasText: 'Yearly service' }).getByText('Vault').waitFor();
  await page.getByRole('button', { name: 'Move the end Yearly service' }).click();
  await page.locator('td').getByLabel('How long, from now').selectOption({ label: '30 min' });
  await page.locator('td').getByRole('button', { name: 'Move the end' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: /\((29|30) min\)/ })
    .waitFor();

  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).click();
  const banner = page.getByRole('list', { name: 'On test' });
  await banner.getByText('City Office').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await report(motion.id, 'intrusion', 'Somebody moves', 'motion');
  await report(panic.id, 'panic', 'Help in the vault', 'panic');
  await rowWith(page, 'Help in the vault').waitFor();
  expect(await rowWith(page, 'Somebody moves').count()).toBe(0);
  const { data } = await master.alerts.listOfSite(siteId, { status: 'resolved', limit: 1 }).page();
  expect(data).toMatchObject([{ message: 'Somebody moves', resolution: 'test' }]);

  // Half an hour is long for a test: nobody ends it, but its end comes.
  const [running] = await master.tests.listOfSite(siteId);
  await master.tests.update(running?.id ?? '', { ends_at: new Date(Date.now() + 30_000).toISOString() });
  await desk.passMinute();
  await rowWith(page, 'Somebody moves').waitFor();
  await banner.waitFor({ state: 'detached' });
  expect(await rowWith(page, 'Somebody moves').count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test('The form to put a site on test says which alerts it silences and which not, and offers to silence fire for a smoke detector', async () => {
  const { master } = desk;
  const { id: siteId } = await master.sites.create({ name: 'Mill' });
  const [hall, attic] = [
    await master.zones.create(siteId, { name: 'Hall' }),
    await master.zones.create(siteId, { name: 'Attic' }),
  ];
  await master.devices.create(siteId, { name: 'Front door', type: 'door-contact', zone_id: hall.id });
  await master.devices.create(siteId, { name: 'Smoke hall', type: 'smoke-detector', zone_id: hall.id });
  await master.devices.create(siteId, { name: 'Smoke attic', type: 'smoke-detector', zone_id: attic.id });

  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, `#/sites/${siteId}`);
  await page.getByRole('link', { name: 'Put on test', exact: true }).click();
  const form = page.locator('form').filter({ has: page.getByLabel('Reason') });
  const said = form.getByRole('status');
  await said.getByText('Silences the whole site. Fire and panic keep ringing.').waitFor();
  await form.getByLabel('Smoke attic').check();
  await said.getByText('Silences 1 device. Fire and panic keep ringing.').waitFor();
  await said.getByText('The fire alarm keeps ringing: Smoke attic.').waitFor();
  await choose(form.getByLabel('Zone', { exact: true }), 'Hall');
  expect(await form.getByLabel('Smoke attic').count()).toBe(0);
  await said.getByText('Silences 2 devices.').waitFor();
  await form.getByLabel('Smoke hall').check();
  await said.getByRole('button', { name: 'Silence it, too' }).click();
  await said.getByText('Only these types: Intrusion, Tamper, Low battery, Device offline, Fire.').waitFor();
  expect(await said.getByText('The fire alarm keeps ringing').count()).toBe(0);
  await expect.poll(() => form.getByLabel('Fire', { exact: true }).isChecked()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await form.getByLabel('Reason').fill('Smoke test');
  await form.getByRole('button', { name: 'Put on test' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Smoke test' });
  await row.getByText('Everything else keeps ringing.').waitFor();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await page.getByRole('list', { name: 'On test' }).getByText('Smoke test. Everything else keeps').waitFor();
  expect(await master.tests.listOfSite(siteId)).toMatchObject([
    { zone_id: hall.id, types: expect.arrayContaining(['fire', 'intrusion']), excluded_types: ['panic'] },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Put on test', exact: true }).click();
  await form.getByLabel('Smoke hall').check();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await close();

  const users = await master.users.list({ limit: 100 }).all();
  const operatorId = users.find(({ email }) => email === OPERATOR)?.id ?? '';
  const { site_ids } = await master.users.getSites(operatorId);
  await master.users.assignSites(operatorId, [...site_ids, siteId]);
  const other = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(other.page, desk.url, OPERATOR, `#/sites/${siteId}`);
  await other.page.getByRole('link', { name: 'Put on test', exact: true }).click();
  await other.page.getByText('at most 8 hours in any 24 hours, and never panic or fire').waitFor();
  await other.page.getByLabel('Smoke attic').check();
  await other.page
    .getByText('The fire alarm keeps ringing: Smoke attic. Operators cannot silence it.')
    .waitFor();
  expect(await other.page.getByRole('button', { name: 'Silence it, too' }).count()).toBe(0);
  expect([...complaints, ...other.complaints]).toEqual([]);
  await other.close();
});

test('In the console on a narrow screen, a person ends a test of a site, and the test disappears', async () => {
  const { master, siteId } = desk;
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await master.tests.start(siteId, { ends_at: soon, reason: 'New sensor', types: ['tamper'] });
  const { page, complaints, close } = await openPage(desk.browser, {
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  await signInAt(page, desk.url, OPERATOR);
  await page.getByRole('list', { name: 'On test' }).getByText('New sensor').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${desk.url}/console#/sites/${siteId}`);
  await page.getByRole('button', { name: 'End New sensor', exact: true }).click();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'New sensor' }).waitFor({ state: 'detached' });
  const running = await master.tests.listOfSite(siteId);
  expect(running.map(({ reason }) => reason)).not.toContain('New sensor');
  expect(complaints).toEqual([]);
  await close();
});

test('At 127.0.0.1 the alert desk is live, and the end of a test is shown in the time zone of its site', async () => {
  const { master, siteId } = desk;
  const site = await master.sites.create({ name: 'Far Depot', timezone: 'Asia/Tokyo' });
  const ends = new Date(Date.now() + 90 * 60_000);
  await master.tests.start(site.id, { ends_at: ends.toISOString(), reason: 'Far service' });
  const { page, complaints, close } = await openPage(desk.browser, {
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
  });
  await signInAt(page, desk.url.replace('localhost', '127.0.0.1'), MASTER, '#/alerts');
  const live = page.getByText('Live', { exact: true });
  await live.waitFor();
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
  const banner = page.getByRole('list', { name: 'On test' });
  const end = `until ${clock.format(ends)} Tokyo (UTC+9)`;
  await banner.getByText(end).waitFor();

  await page.goto(`${page.url().split('#')[0]}#/sites/${siteId}`);
  await page.getByRole('heading', { name: 'City Office', level: 1 }).waitFor();
  await live.waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await live.waitFor({ state: 'detached' });
  await page.goto(`${page.url().split('?')[0]}?tab=settings#/sites/${site.id}`);
  await banner.getByText(end).waitFor();
  expect(complaints).toEqual([]);

  // A page that gets no answer reads again by itself when the network is back.
  const goTo = (name: string) => page.goto(`${page.url().split('#')[0]}#/${name}`);
  await goTo('people');
  await page.getByRole('table').getByText(MASTER).first().waitFor();
  await page.goto(`${page.url().split(/[?#]/)[0]}?tab=settings#/sites/${site.id}`);
  await banner.getByText(end).waitFor();
  await page.context().setOffline(true);
  await goTo('people');
  const unanswered = page.getByText('The service did not answer.', { exact: false });
  await unanswered.first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('table').getByText(MASTER).first().waitFor();
  expect(await unanswered.count()).toBe(0);
  await close();
});

test('A test starts from a zone, a device, an alert and the palette, on a phone, too; a zone without devices is refused before anything is sent', async () => {
  const { master } = desk;
  const site = await master.sites.create({ name: 'Quarry', timezone: 'Asia/Tokyo' });
  const zone = await master.zones.create(site.id, { name: 'Pit' });
  await master.zones.create(site.id, { name: 'Ridge' });
  const pump = await master.devices.create(site.id, { name: 'Pump', type: 'pump', zone_id: zone.id });
  await master.devices.create(site.id, { name: 'Siren', type: 'siren', zone_id: zone.id });
  const alert = await desk.raise({
    site_id: site.id,
    zone_id: zone.id,
    device_id: pump.id,
    message: 'Pump hot',
  });

  const { page, requests, complaints, close } = await openPage(desk.browser, {
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  const form = page.locator('form').filter({ has: page.getByLabel('Reason') });
  const said = form.getByRole('status');
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  await signInAt(page, desk.url, MASTER, `?alert=${alert.id}`);
  await link('Put on test').click();
  await said.getByText('Silences 1 device.').waitFor();
  expect(await form.getByLabel('Pump').isChecked()).toBe(true);

  await page.goto(`${desk.url}/console#/devices/${pump.id}`);
  await link('Put on test').click();
  await said.getByText('Silences 1 device.').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();

  await link('Put on test Pit').click();
  await said.getByText('Silences 2 devices. Fire and panic keep ringing.').waitFor();
  await form.getByText(/^Ends at \d\d:\d\d Tokyo \(UTC\+9\)\.$/).waitFor();
  await form.getByLabel('Reason').fill('Blasting');
  await choose(form.getByLabel('Zone', { exact: true }), 'Ridge');
  await form.getByRole('button', { name: 'Put on test' }).click();
  await form.getByRole('alert').getByText('No device is in this zone: nothing would be on test.').waitFor();
  const sent = requests.filter((url) => url.endsWith(`/sites/${site.id}/tests`));
  expect(sent).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await choose(form.getByLabel('Zone', { exact: true }), zone.name);
  await form.getByRole('button', { name: 'Put on test' }).click();
  await page.getByRole('row').filter({ hasText: 'Blasting' }).waitFor();
  // The connection may show the test before the form has its answer.
  await form.waitFor({ state: 'detached' });
  expect(await master.tests.listOfSite(site.id)).toMatchObject([{ zone_id: zone.id, device_ids: null }]);

  // The page of a device in the zone says it, and links to it.
  await page.goto(`${desk.url}/console#/devices/${pump.id}`);
  const notice = page.getByRole('list', { name: 'On test' });
  await notice.getByText('Blasting').waitFor();
  await notice.getByRole('link', { name: 'Show the test' }).click();
  await page.getByRole('heading', { name: 'Quarry', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('put quarry');
  await page.getByRole('option', { name: /Put Quarry on test/ }).waitFor();
  await page.keyboard.press('Enter');
  await said.getByText('Silences the whole site.').waitFor();
  expect(complaints.filter((it) => !it.includes('WebSocket is closed before'))).toEqual([]);
  await close();
});
