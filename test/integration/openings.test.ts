import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const MINUTE = 60_000;
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

let guard: TestGuard;
let timers: TestTimers;
let master: string;

beforeAll(async () => {
  guard = await startGuard();
  timers = await startTimers(guard);
});
beforeEach(async () => {
  master = await guard.signIn('master@acme.test');
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

const as = (request: string, json?: unknown) =>
  guard.call(request, { token: master, ...(json === undefined ? {} : { json }) });

interface Shop {
  readonly siteId: string;
  readonly deviceId: string;
  /** Reports events with the key of the device. */
  report(...events: object[]): Promise<readonly { status: number; replayed?: true; warnings?: object[] }[]>;
}

async function newShop(): Promise<Shop> {
  const site = await as('POST /api/v1/sites', { name: 'Shop', timezone: 'UTC' });
  const siteId: string = site.body.id;
  const device = await as(`POST /api/v1/sites/${siteId}/devices`, { name: 'Panel', type: 'panel' });
  const deviceId: string = device.body.id;
  const { key } = (await as('POST /api/v1/keys', { name: 'Panel', device_id: deviceId })).body;
  return {
    siteId,
    deviceId,
    async report(...events) {
      const { body } = await guard.call('POST /api/v1/reports', { token: key, json: { events } });
      return body.results;
    },
  };
}

const stateOf = async ({ siteId }: Shop) => (await as(`GET /api/v1/sites/${siteId}`)).body.openings;
const historyOf = async ({ siteId }: Shop) => (await as(`GET /api/v1/sites/${siteId}/openings`)).body.data;
const alertsOf = async ({ siteId }: Shop) => (await as(`GET /api/v1/sites/${siteId}/alerts`)).body.data;
const at = (minutes: number) => new Date(guard.clock.now.getTime() + minutes * MINUTE).toISOString();
const clockTime = (minutes: number) => at(minutes).slice(11, 16);

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await timers.tick();
  }
}

/** A supervision of the shop with a window from two hours ago until some minutes from now. */
async function supervise({ siteId }: Shop, fields: object, endsIn = 10) {
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(-120), to: clockTime(endsIn) }];
  const json = { name: 'Shop hours', site_id: siteId, windows, ...fields };
  const answer = await as('POST /api/v1/supervisions', json);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

describe('the state of a site', () => {
  test('The overview says of a site in trouble whether it is open', async () => {
    const shop = await newShop();
    const tile = async () =>
      (await as('GET /api/v1/overview')).body.sites.in_trouble.find(
        (it: { site_id: string }) => it.site_id === shop.siteId,
      ).opening;
    await shop.report({ action: 'raise', type: 'motion', severity: 'high', message: 'Motion' });
    expect(await tile()).toBe('unknown');
    await shop.report({ action: 'close', partition: '1' }, { action: 'open', partition: '2' });
    expect(await tile()).toBe('partial');
    await shop.report({ action: 'close', partition: '2' });
    expect(await tile()).toBe('closed');
  });

  test('Before anything is reported it is unknown, and then what was reported last', async () => {
    const shop = await newShop();
    expect(await stateOf(shop)).toEqual({ state: 'unknown', since: null, by: null, partitions: [] });
    await shop.report({ action: 'open', user_number: '7' });
    expect(await stateOf(shop)).toMatchObject({
      state: 'open',
      by: { user_number: '7', device_name: 'Panel' },
    });
    guard.clock.advance(MINUTE);
    await shop.report({ action: 'close' });
    expect(await stateOf(shop)).toMatchObject({ state: 'closed', by: { user_number: null } });
    expect(await historyOf(shop)).toMatchObject([
      { action: 'closed' },
      { action: 'opened', user_number: '7' },
    ]);
  });

  test('Areas have states of their own, and a site with one open area is open in part', async () => {
    const shop = await newShop();
    await shop.report({ action: 'close', partition: '1' }, { action: 'open', partition: '2' });
    expect(await stateOf(shop)).toMatchObject({
      state: 'partial',
      partitions: [
        { partition: '1', state: 'closed' },
        { partition: '2', state: 'open' },
      ],
    });
    await shop.report({ action: 'close', partition: '2', partial: true });
    expect((await stateOf(shop)).state).toBe('partial');
    await shop.report({ action: 'close' });
    expect((await stateOf(shop)).state).toBe('closed');
  });

  test('What arrives late is in the history, and does not change the state', async () => {
    const shop = await newShop();
    await shop.report({ action: 'close', occurred_at: at(-5) });
    await shop.report({ action: 'open', occurred_at: at(-60) });
    expect(await stateOf(shop)).toMatchObject({
      state: 'closed',
      since: expect.stringContaining(at(-5).slice(0, 16)),
    });
    expect(await historyOf(shop)).toHaveLength(2);
  });

  test('A repetition changes nothing, by its id or, without one, within a minute', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open', id: 'a' });
    await shop.report({ action: 'close' });
    expect(await shop.report({ action: 'open', id: 'a' })).toMatchObject([{ status: 200, replayed: true }]);
    expect(await shop.report({ action: 'close' })).toMatchObject([{ status: 200, replayed: true }]);
    expect((await stateOf(shop)).state).toBe('closed');
    expect(await historyOf(shop)).toHaveLength(2);
    await shop.report({ action: 'open' }, { action: 'close' });
    expect(await historyOf(shop)).toHaveLength(4);
  });

  test('A door that reports open with a type or a severity raises as before, and opens no site', async () => {
    const shop = await newShop();
    const [first, second] = await shop.report(
      { action: 'open', type: 'door-forced', severity: 'high', message: 'Door 3' },
      { action: 'open', severity: 'critical', message: 'Door 4 forced' },
    );
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect((await stateOf(shop)).state).toBe('unknown');
  });

  test('Numbers and unreadable times are repaired, and the opening is recorded', async () => {
    const shop = await newShop();
    const [result] = await shop.report({ action: 'OPEN', user_number: 7, partition: 2, occurred_at: 'now' });
    expect(result).toMatchObject({ status: 200, warnings: expect.arrayContaining([]) });
    expect(await stateOf(shop)).toMatchObject({ state: 'open', by: { user_number: '7' } });
  });
});

test('Twenty openings and closings at once are all in the history, and the last one of them is the state', async () => {
  const shop = await newShop();
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      shop.report({
        action: number % 2 ? 'open' : 'close',
        id: `race-${number}`,
        occurred_at: at(number - 30),
      }),
    ),
  );
  expect(await historyOf(shop)).toHaveLength(20);
  expect((await stateOf(shop)).state).toBe('open');
});

describe('a closing that is supervised', () => {
  test('A shop that closes in time raises nothing', async () => {
    const shop = await newShop();
    await timers.tick();
    await shop.report({ action: 'open' });
    await supervise(shop, { kind: 'closing', grace_minutes: 5 });
    await pass(12);
    await shop.report({ action: 'close' });
    await pass(6);
    expect(await alertsOf(shop)).toEqual([]);
  });

  test('A shop that closes late raises one alert, which ends by itself when it closes', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open' });
    await supervise(shop, { kind: 'closing', grace_minutes: 5 });
    await pass(17);
    const [alert, ...others] = await alertsOf(shop);
    expect([alert, others]).toMatchObject([{ type: 'late-to-close', status: 'active' }, []]);
    await Promise.all([timers.tick(), timers.tick()]);
    expect(await alertsOf(shop)).toHaveLength(1);
    await shop.report({ action: 'close', partial: true });
    expect(await alertsOf(shop)).toMatchObject([{ status: 'active' }]);
    await shop.report({ action: 'close' });
    expect(await alertsOf(shop)).toMatchObject([{ status: 'resolved', resolved_by: null }]);
  });

  test('An operator extends it with a note; it stays acknowledged until then, and is active again if the shop is still open', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open' });
    const { id } = await supervise(shop, { kind: 'closing' });
    await pass(12);
    const [alert] = await alertsOf(shop);
    await as(`POST /api/v1/alerts/${alert.id}/acknowledge`);
    const extended = await as(`POST /api/v1/supervisions/${id}/extensions`, {
      until: at(30),
      note: 'Stocktaking',
    });
    expect([extended.status, extended.body.extension]).toMatchObject([200, { note: 'Stocktaking' }]);
    const { body } = await as(`GET /api/v1/alerts/${alert.id}?include=history`);
    expect(body.history[0]).toMatchObject({
      action: 'noted',
      note: expect.stringMatching(/^Extended until .*: Stocktaking$/),
    });
    await pass(28);
    expect(await alertsOf(shop)).toMatchObject([{ id: alert.id, status: 'acknowledged' }]);
    await pass(4);
    expect(await alertsOf(shop)).toMatchObject([{ id: alert.id, status: 'active' }]);
    expect((await as(`GET /api/v1/supervisions/${id}`)).body.extension).toBeNull();
    await shop.report({ action: 'close' });
    expect(await alertsOf(shop)).toMatchObject([{ id: alert.id, status: 'resolved' }]);
  });

  test('An extension before the deadline moves it, without an alert in between, and duress rings all the same', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open' });
    const { id } = await supervise(shop, { kind: 'closing' });
    const extend = (until: string) => as(`POST /api/v1/supervisions/${id}/extensions`, { until, note: 'x' });
    expect((await extend(at(5))).body.code).toBe('nothing_to_extend');
    expect((await extend(at(13 * 60))).body.errors).toHaveProperty('until');
    expect((await extend(at(30))).status).toBe(200);
    await pass(25);
    expect(await alertsOf(shop)).toEqual([]);
    await shop.report({ action: 'raise', type: 'duress', severity: 'critical', message: 'Duress' });
    expect(await alertsOf(shop)).toMatchObject([{ type: 'duress', status: 'active' }]);
    await pass(7);
    expect((await alertsOf(shop)).map(({ type }: { type: string }) => type)).toEqual([
      'late-to-close',
      'duress',
    ]);
  });

  test('On test it is recorded as a test alert, and says so', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open' });
    const { id } = await supervise(shop, { kind: 'closing' });
    await as(`POST /api/v1/sites/${shop.siteId}/tests`, { ends_at: at(60), reason: 'Service' });
    const { body } = await as(`GET /api/v1/supervisions/${id}`);
    expect(body.warnings).toMatchObject([{ code: 'on_test' }]);
    await pass(12);
    const [alert] = await alertsOf(shop);
    expect(alert).toMatchObject({ type: 'late-to-close', status: 'resolved', resolution: 'test' });
  });

  test('An outage of Guard over the deadline raises no false alarm, and the window is not skipped', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open' });
    await supervise(shop, { kind: 'closing', grace_minutes: 5 });
    await pass(2);
    timers.cutOff(true);
    await pass(20);
    expect(await alertsOf(shop)).toEqual([]);
    timers.cutOff(false);
    await pass(4);
    expect(await alertsOf(shop)).toEqual([]);
    await pass(3);
    expect(await alertsOf(shop)).toMatchObject([{ type: 'late-to-close' }]);
  });

  test('A site whose time zone changes is judged on its new clocks', async () => {
    const shop = await newShop();
    await shop.report({ action: 'open' });
    await supervise(shop, { kind: 'closing' }, 70);
    await as(`PATCH /api/v1/sites/${shop.siteId}`, { timezone: 'Europe/Berlin' });
    await pass(12);
    expect(await alertsOf(shop)).toMatchObject([{ type: 'late-to-close' }]);
  });
});

test('A shop that closes at the moment at which it is judged never keeps an open alert, whichever comes first', async () => {
  const shops = await Promise.all(Array.from({ length: 8 }, newShop));
  await timers.tick();
  for (const shop of shops) {
    await shop.report({ action: 'open' });
    await supervise(shop, { kind: 'closing' }, 6);
  }
  await pass(6);
  guard.clock.advance(MINUTE);
  await timers.tickOnly();
  await Promise.all([timers.run(), timers.run(), ...shops.map((shop) => shop.report({ action: 'close' }))]);
  await timers.tick();
  for (const shop of shops) {
    const alerts = await alertsOf(shop);
    expect(alerts.length).toBeLessThanOrEqual(1);
    expect(alerts.filter(({ status }: { status: string }) => status !== 'resolved')).toEqual([]);
  }
});

test('A shop that opens late raises until it opens', async () => {
  const shop = await newShop();
  await shop.report({ action: 'close' });
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(5), to: clockTime(120) }];
  await supervise(shop, { kind: 'opening', windows });
  await pass(7);
  expect(await alertsOf(shop)).toMatchObject([{ type: 'late-to-open', severity: 'medium' }]);
  await shop.report({ action: 'open' });
  expect(await alertsOf(shop)).toMatchObject([{ status: 'resolved' }]);
});

test('An opening out of hours raises at once and once, a closing writes restored, and people close it', async () => {
  const shop = await newShop();
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(60), to: clockTime(120) }];
  await supervise(shop, { kind: 'out_of_hours', windows });
  await shop.report({ action: 'open', id: 'night', user_number: '7' });
  await shop.report({ action: 'open', id: 'night', user_number: '7' });
  const [alert, ...others] = await alertsOf(shop);
  expect([alert, others]).toMatchObject([{ type: 'opening-out-of-hours', device_name: 'Panel' }, []]);
  expect(alert.message).toContain('user 7');
  await shop.report({ action: 'close' });
  expect((await as(`GET /api/v1/alerts/${alert.id}`)).body).toMatchObject({
    status: 'active',
    restored_at: expect.any(String),
  });
  guard.clock.advance(80 * MINUTE);
  master = await guard.signIn('master@acme.test');
  await shop.report({ action: 'open', id: 'day' });
  expect(await alertsOf(shop)).toHaveLength(1);
});

test('Somebody who goes in and out all night does not undo every acknowledgement, and another person does', async () => {
  const shop = await newShop();
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(600), to: clockTime(630) }];
  await supervise(shop, { kind: 'out_of_hours', windows });
  const enter = async (user_number: string) => {
    await shop.report({ action: 'open', user_number });
    const [{ id, status }] = await alertsOf(shop);
    await as(`POST /api/v1/alerts/${id}/acknowledge`);
    await shop.report({ action: 'close', user_number });
    guard.clock.advance(30_000);
    return status;
  };
  const heard: string[] = [];
  for (let round = 0; round < 12; round++) heard.push(await enter('7'));
  // Once a minute, and three times in ten minutes, after it was raised.
  expect(heard.filter((status) => status === 'active')).toHaveLength(4);
  expect(heard[0]).toBe('active');
  expect(await enter('8')).toBe('active');
});

test('A device that is deleted or moved leaves no open area behind that nobody could close', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const ids: string[] = [];
  for (const name of ['Second', 'Third']) {
    const device = await as(`POST /api/v1/sites/${shop.siteId}/devices`, { name, type: 'panel' });
    ids.push(device.body.id);
    const event = { action: 'open', site_id: shop.siteId, device_id: device.body.id, partition: name };
    await as('POST /api/v1/reports', { events: [event] });
  }
  await shop.report({ action: 'close', partition: '1' });
  expect(await stateOf(shop)).toMatchObject({ state: 'partial' });
  const [deleted, moved] = ids;
  expect((await as(`DELETE /api/v1/devices/${deleted}`)).status).toBe(204);
  expect((await as(`PATCH /api/v1/devices/${moved}`, { site_id: other.siteId })).status).toBe(200);
  expect(await stateOf(shop)).toMatchObject({ state: 'closed' });
});

test('A panel that misses its weekly test raises, and its next test writes restored', async () => {
  const shop = await newShop();
  await shop.report({ action: 'test' });
  const fields = { kind: 'test', windows: [], device_id: shop.deviceId, every_minutes: 30 };
  const { warnings } = await supervise(shop, fields);
  expect(warnings).toEqual([]);
  await timers.tick();
  await pass(20);
  await shop.report({ action: 'test' });
  await pass(25);
  expect(await alertsOf(shop)).toEqual([]);
  await pass(7);
  const [alert] = await alertsOf(shop);
  expect(alert).toMatchObject({ type: 'fail-to-test', device_id: shop.deviceId });
  await shop.report({ action: 'test' });
  expect((await as(`GET /api/v1/alerts/${alert.id}`)).body.restored_at).toEqual(expect.any(String));
});
