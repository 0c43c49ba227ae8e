import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, makeAlert } from '../unit/lib/console/make-alert.ts';
import { choose, optionsOn, pageWith, rowWith, signInAt, siteNamed } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const ADMIN = 'admin@acme.test';
let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

test('In the console, an admin creates, watches, moves and deletes a device, and sees an error at the field of a serial already taken', async () => {
  const depot = await siteNamed(desk.master, 'North Depot');
  const [zone] = await desk.master.zones.listOfSite(depot).all();
  await desk.master.devices.create(depot, { name: 'Other', type: 'camera', serial: 'TAKEN' });
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, ADMIN, `?site_id=${desk.siteId}#/devices/new`);
  await page.getByLabel('Zone').click();
  await expect.poll(() => optionsOn(page).count()).toBe(4);
  await choose(page.getByLabel('Zone'), 'Perimeter');
  await page.getByLabel('Name').fill('Roof camera');
  await page.getByLabel('Type').fill('camera');
  await page.getByLabel('Serial number').fill('TAKEN');
  await page.getByLabel('Heartbeat in seconds').fill('5');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Enter a number from 30 to 90000.').waitFor();
  await page.getByLabel('Heartbeat in seconds').fill('300');
  await page.getByRole('button', { name: 'Create' }).click();
  await page
    .getByRole('alert')
    .getByText(/serial/i)
    .waitFor();
  await page.getByLabel('Serial number').fill('ROOF-1');
  await page.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { name: 'Roof camera' }).waitFor();
  const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
  const facts = page.locator('.facts');
  await facts.getByText('Perimeter').waitFor();
  expect(await desk.master.devices.get(id)).toMatchObject({ serial: 'ROOF-1', heartbeat_seconds: 300 });

  await page.getByRole('button', { name: 'Edit' }).click();
  // Guard sets the status of a watched device.
  expect(await page.getByLabel('Status').count()).toBe(0);
  await page.getByLabel('Name').fill('Roof camera 2');
  await desk.master.devices.update(id, { name: 'Renamed meanwhile' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Somebody else has changed this' }).waitFor();
  await page.getByRole('button', { name: 'Save yours' }).click();
  await page.getByRole('heading', { name: 'Roof camera 2' }).waitFor();

  await page.getByRole('button', { name: 'Move' }).click();
  await choose(page.getByLabel('Site'), 'North Depot');
  await choose(page.getByLabel('Zone'), zone?.name ?? '');
  await page.getByRole('button', { name: 'Save' }).click();
  await facts.getByText('North Depot').waitFor();
  expect(await desk.master.devices.get(id)).toMatchObject({ site_id: depot, zone_id: zone?.id });

  await page.getByRole('button', { name: 'Delete Roof camera 2' }).click();
  await page.getByRole('dialog').getByText('Keys that are bound to it stop working').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
  await expect(desk.master.devices.get(id)).rejects.toMatchObject({ status: 404 });
  expect(complaints.filter((it) => !/4(04|09|12|22)/.test(it))).toEqual([]);
  await close();
});

test('The device list of the console can be filtered by site and type and searched by serial, and links to a device’s open alerts', async () => {
  const device = await desk.master.devices.create(desk.siteId, {
    name: 'Vault sensor',
    type: 'seismic',
    serial: 'VS-77',
  });
  const alert = await desk.raise({ device_id: device.id, message: 'Vault is shaken' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, OPERATOR, '#/devices');
  const table = page.getByRole('table', { name: 'All devices' });
  const rows = table.locator('tbody tr');
  await choose(page.getByLabel('Site'), 'City Office');
  // A column that says the same in each row is gone.
  await table.getByRole('columnheader', { name: 'Zone' }).waitFor();
  await page.getByLabel('Type').selectOption('Seismic');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Type').selectOption('All types');
  await page.getByRole('searchbox').fill('vs-77');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await page.getByRole('link', { name: 'New device' }).count()).toBe(0);
  await rows.getByRole('link', { name: 'Vault sensor' }).click();
  await page.getByRole('heading', { name: 'Details' }).waitFor();
  await page.locator('.place-head').getByText('Critical · Active').waitFor();
  expect(await page.getByRole('button', { name: /Edit|Move|Delete/ }).count()).toBe(0);
  await page.getByRole('link', { name: alert.message }).click();
  await page.getByRole('article').getByRole('heading', { name: alert.message }).waitFor();
  await desk.master.alerts.resolve(alert.id);
  await close();
});

test('The page of a device shows its silence of 30 days, its alerts, and to a master its keys and a command with which it is heard', async () => {
  const device = await desk.master.devices.create(desk.siteId, {
    name: 'Boiler',
    type: 'boiler',
    heartbeat_seconds: 3_600,
  });
  const { key } = await desk.master.keys.create({ name: 'Boiler key', device_id: device.id });
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  const at = Date.now();
  const raised_by = { kind: 'system', id: null, name: 'Guard' } as const;
  const silence = (number: number, fromHours: number, hours: number) =>
    makeAlert({
      id: idOf(number),
      device_id: device.id,
      device_name: 'Boiler',
      type: 'device-offline',
      status: 'resolved',
      raised_by,
      created_at: new Date(at - fromHours * 3_600_000).toISOString(),
      resolved_at: new Date(at - (fromHours - hours) * 3_600_000).toISOString(),
    });
  await page.route(/\/api\/v1\/alerts\?.*type=device-offline/, (route) =>
    route.fulfill({ json: pageWith([silence(2, 20, 5), silence(1, 100, 2)]) }),
  );
  await signInAt(page, desk.url, MASTER, `#/devices/${device.id}`);
  const head = page.locator('.place-head');
  await head.getByText('Never heard').waitFor();
  await page.getByRole('img', { name: 'Silence in the last 30 days' }).waitFor();
  await page.getByText('2 times, 7 h in all.').waitFor();
  await page.getByText('As a table').click();
  expect(await page.getByRole('row').filter({ hasText: 'Silent: Boiler' }).count()).toBe(2);
  await page.getByRole('link', { name: 'Boiler key' }).waitFor();
  const command = await page.getByRole('textbox', { name: 'Send a sign of life' }).inputValue();
  expect(command).toContain(`"device_id":"${device.id}"`);
  await promisify(execFile)('sh', ['-c', `${command.replace('<key>', key)} -s`]);
  await page.reload();
  await head.getByText('Fine').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();

  const other = await openPage(desk.browser);
  await signInAt(other.page, desk.url, OPERATOR, `#/devices/${device.id}`);
  await other.page.getByRole('heading', { name: 'Details' }).waitFor();
  expect(await other.page.getByText('Send a sign of life').count()).toBe(0);
  await other.close();
  await desk.master.devices.delete(device.id);
});

test('On a phone, an installer adds a device, creates its key, sends a test from the phone and sees the device heard, without sideways scrolling', async () => {
  const { page, complaints, close } = await openPage(desk.browser, {
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const isCut = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await signInAt(page, desk.url, ADMIN, `?site_id=${desk.siteId}#/devices/new`);
  await page.getByLabel('Name').fill('Ladder contact');
  await page.getByLabel('Type').fill('door-contact');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Ladder contact' }).waitFor();
  await page.getByText('Not heard yet.').waitFor();
  const id = page.url().split('/').at(-1) ?? '';

  await page.getByRole('button', { name: 'Create its key' }).click();
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  const plainText = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  const [key] = await desk.master.keys.list({ device_id: id }).all();
  expect(key).toMatchObject({ access: 'report', device_id: id, site_id: null, last_used_at: null });
  expect(await isCut()).toBe(false);
  await page.getByRole('button', { name: 'Send a test from this phone' }).click();
  await page.getByText(/The test alert arrived and was resolved, in [\d,]+ ms/).waitFor();
  await page.getByText(/^Heard now, at /).waitFor();
  const keys = page.getByRole('table', { name: 'Keys of this device' });
  await expect.poll(() => keys.getByText('never').count()).toBe(0);
  const [alert] = (await desk.master.alerts.list({ device_id: id }).page()).data;
  expect(alert).toMatchObject({ type: 'test', severity: 'low', status: 'resolved' });
  expect(alert?.raised_by).toMatchObject({ kind: 'key', id: key?.id });
  expect(await findBarriers(page)).toEqual([]);

  // The device itself is heard, too: the page shows it without being loaded again.
  const before = await page.getByText(/^Heard now, at /).textContent();
  const command = page.getByRole('textbox', { name: 'Send a sign of life' });
  await page.getByText('The same by command:').click();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await promisify(execFile)('sh', ['-c', `${await command.inputValue()} -s`]);
  await expect
    .poll(() => page.getByText(/^Heard now, at /).textContent(), { timeout: 20_000 })
    .not.toBe(before);

  await page.getByRole('button', { name: 'I have stored the key' }).click();
  expect(await page.content()).not.toContain(plainText);
  await page.getByRole('button', { name: 'Revoke Ladder contact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No key is bound to this device.').waitFor();
  expect(await desk.master.keys.list({ device_id: id }).all()).toEqual([]);
  expect(await isCut()).toBe(false);

  // The list finds the device on a phone.
  await page.goto(`${desk.url}/console#/devices`);
  await page.getByRole('searchbox').fill('ladder');
  await page.getByRole('link', { name: 'Ladder contact' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
  await desk.master.devices.delete(id);
});

test('The console exports the filtered devices as a CSV file, in which no cell is a formula', async () => {
  const name = '=HYPERLINK("http://evil.test")';
  await desk.master.devices.create(desk.siteId, { name, type: 'beacon', serial: '-1' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, `?site_id=${desk.siteId}#/devices`);
  await page.getByLabel('Type').selectOption('Beacon');
  await expect
    .poll(() => page.getByRole('table', { name: 'All devices' }).locator('tbody tr').count())
    .toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^guard-devices-\d{4}-\d\d-\d\d\.csv$/);
  const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(
    text
      .split('\r\n')
      .slice(0, 2)
      .map((line) => line.split(',').slice(0, 6)),
  ).toEqual([
    ['\ufeffsite', 'zone', 'name', 'type', 'serial', 'heartbeat_seconds'],
    ['City Office', '', `"'=HYPERLINK(""http://evil.test"")"`, 'beacon', "'-1", ''],
  ]);
  await close();
});

test('The console exports the filtered alerts as CSV, of a longer list the newest 10,000', async () => {
  const { id, message } = await desk.raise({ message: '+Siren' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, OPERATOR, '?q=%2BSiren');
  await rowWith(page, message).waitFor();
  const linesOf = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    return text.split('\r\n').slice(1, -1);
  };
  const [line, ...others] = await linesOf();
  expect([line?.includes(`,'${message},City Office,`), others]).toEqual([true, []]);
  await desk.master.alerts.resolve(id);
  let pages = 0;
  const alerts = Array.from({ length: 100 }, (_, place) =>
    makeAlert({ id: idOf(place), status: 'resolved' }),
  );
  await page.route(/\/api\/v1\/alerts\?/, (route) =>
    route.fulfill({ json: pageWith(alerts, `page-${++pages}`) }),
  );
  await page.getByLabel('Status').selectOption('Resolved');
  expect(await linesOf()).toHaveLength(10_000);
  await page.getByText('The newest 10,000 rows are saved.').waitFor();
  await close();
});

test('An import of 200 devices in the console that loses the network can be continued or repeated without creating a device twice', async () => {
  const sites = ['City Office', 'North Depot', 'Airport Kiosk'];
  const rows = Array.from({ length: 200 }, (_, number) => {
    const zone = number % 2 === 0 ? 'Perimeter' : '';
    return `${sites[number % 3]};${zone};Sensor ${number};motion-sensor;CSV-${number};${number % 5 === 0 ? 300 : ''}`;
  });
  const csv = (lines: readonly string[]) => ({
    name: 'devices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeffsite;zone;name;type;serial;heartbeat_seconds\r\n${lines.join('\r\n')}\r\n`),
  });
  await desk.master.devices.create(desk.siteId, { name: 'Known', type: 'motion-sensor', serial: 'CSV-0' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, ADMIN, '#/devices');
  await page.getByRole('link', { name: 'Import' }).click();
  const file = page.getByLabel('CSV file');

  await file.setInputFiles(csv([...rows, 'Nowhere;;x;camera;CSV-1;5']));
  await page.getByRole('heading', { name: '3 problems in this file' }).waitFor();
  expect(await page.getByRole('table').locator('tbody tr').allTextContents()).toEqual([
    '202heartbeat_secondsA whole number from 30 to 90000, or nothing.',
    '202serialRow 3 has it already.',
    '202siteThere is no “Nowhere”.',
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose another file' }).click();

  await file.setInputFiles(csv(rows));
  await page.getByRole('heading', { name: '200 devices at 3 sites.' }).waitFor();
  await page.getByText('1 device exists already').waitFor();
  let sent = 0;
  await page.route('**/api/v1/devices/import', async (route) => {
    sent += 1;
    // The service does the third batch, but its response is lost; so are all later requests.
    if (sent === 3) await route.fetch();
    return sent < 3 ? route.continue() : route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Create 199 devices' }).click();
  await page.getByText('The import was interrupted.').waitFor();
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('50');
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.unroute('**/api/v1/devices/import');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('199 devices created. 1 device existed already.').waitFor();

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await file.setInputFiles(csv(rows));
  await page.getByText('All of them exist already').waitFor();
  const all = await desk.master.devices.list({ type: 'motion-sensor', limit: 100 }).all();
  const serials = all.map(({ serial }) => serial).filter((serial) => serial?.startsWith('CSV-'));
  expect([serials.length, new Set(serials).size]).toEqual([200, 200]);
  expect(all.find(({ serial }) => serial === 'CSV-5')).toMatchObject({
    heartbeat_seconds: 300,
    zone_id: null,
  });
  await close();
});

test('The console shows why the service rejected rows of a device import, and saves these rows as a file to correct', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, ADMIN, '#/devices/import');
  // The file is right until its zone is deleted meanwhile.
  const zone = await desk.master.zones.create(desk.siteId, { name: 'Cellar' });
  const text =
    'serial,name,site,type,zone\nGONE-1,-Pump,City Office,pump,Cellar\nGONE-2,Fan,City Office,fan,\n';
  await page.getByLabel('CSV file').setInputFiles({
    name: 'devices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  const start = page.getByRole('button', { name: 'Create 2 devices' });
  await start.waitFor();
  await desk.master.zones.delete(zone.id);
  await start.click();
  await page.getByText('1 device created. 1 row failed.').waitFor();
  await page.getByRole('table').getByText(/zone/i).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the failed rows' }).click(),
  ]);
  const saved = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(saved.split('\r\n')[1]).toBe("City Office,Cellar,'-Pump,pump,GONE-1,");
  await close();
});

describe.each(['light', 'dark'] as const)('In the %s scheme', (colorScheme) => {
  test('The tool axe finds no accessibility barriers on the device pages of the console', async () => {
    const { id } = (await desk.master.devices.list({ limit: 10 }).page()).data[0] ?? { id: '' };
    const { page, close } = await openPage(desk.browser, { colorScheme });
    await signInAt(page, desk.url, ADMIN, '#/devices');
    for (const path of ['#/devices', '#/devices/new', '#/devices/import', `#/devices/${id}`]) {
      await page.goto(`${desk.url}/console${path}`);
      await page.locator('.panel, .list-view').first().waitFor();
      await expect.poll(() => page.getByText(/^Reading/).count()).toBe(0);
      expect([path, await findBarriers(page)]).toEqual([path, []]);
    }
    await close();
  });
});
