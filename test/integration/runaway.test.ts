import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';

const TEN_MINUTES_MS = 10 * 60_000;

let guard: TestGuard;
let master: string;
let siteId: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  master = await guard.signIn('master@acme.test');
  const { body } = await guard.call('GET /api/v1/sites', { token: master });
  siteId = body.data[0].id;
});
afterAll(() => guard.stop());

async function as(request: string, json?: object) {
  const answer = await guard.call(request, { token: master, ...(json ? { json } : {}) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
}

interface TestDevice {
  readonly id: string;
  readonly key: string;
}

async function newDevice(runaway_after: number | null): Promise<TestDevice> {
  const input = { name: 'Chatty', type: 'door-contact', runaway_after };
  const { id } = await as(`POST /api/v1/sites/${siteId}/devices`, input);
  const { key } = await as('POST /api/v1/keys', { name: 'Door', device_id: id });
  return { id, key };
}

const EVENT = { action: 'raise', type: 'intrusion', severity: 'medium', message: 'Door open' };

/** The results of a report of these events. */
async function report(token: string, ...events: readonly object[]) {
  const { status, body, text } = await guard.call('POST /api/v1/reports', { token, json: { events } });
  expect([status, text]).toEqual([200, text]);
  return body.results;
}

/** The statuses and alert types of raises, one after the other. */
async function raise({ key }: TestDevice, times: number, fields: object = {}) {
  const results = [];
  for (let time = 0; time < times; time++) results.push(...(await report(key, { ...EVENT, ...fields })));
  return results.map(({ status, alert }) => `${status} ${alert.type}`);
}

async function alertsOf({ id }: TestDevice): Promise<Alert[]> {
  const { data } = await as(`GET /api/v1/alerts?device_id=${id}&limit=100`);
  return Promise.all(data.map((alert: Alert) => as(`GET /api/v1/alerts/${alert.id}`)));
}

const ofType = (alerts: readonly Alert[], type: string) => alerts.filter((alert) => alert.type === type);

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** The runaway alert of a device, and its other alerts. */
async function found(device: TestDevice) {
  const alerts = await alertsOf(device);
  return {
    runaway: ofType(alerts, 'runaway'),
    others: alerts.filter(({ type }) => type !== 'runaway'),
  };
}

const sum = (alerts: readonly Alert[]) => alerts.reduce((total, { occurrences }) => total + occurrences, 0);

describe('a runaway device', () => {
  test('A runaway device raises alerts up to its threshold, then one runaway alert of the worst severity that counts the rest', async () => {
    const device = await newDevice(3);
    await raise(device, 1, { severity: 'high' });
    expect(await raise(device, 2)).toEqual(times(2, '201 intrusion'));
    expect(await raise(device, 3)).toEqual(['201 runaway', '200 runaway', '200 runaway']);
    const {
      runaway: [runaway],
      others,
    } = await found(device);
    expect(others.map(({ type, occurrences }) => [type, occurrences])).toEqual(times(3, ['intrusion', 1]));
    expect(runaway).toMatchObject({
      type: 'runaway',
      severity: 'high',
      status: 'active',
      message: 'More than 3 intrusion alerts in 10 minutes',
      occurrences: 3,
      device_id: device.id,
      raised_by: { kind: 'system', name: 'Guard' },
    });
    const history = await historyOf(guard.table, runaway as Alert);
    expect(history.map(({ action, actor }) => [action, actor.kind])).toEqual([['raised', 'system']]);
  });

  test('A device without a runaway threshold raises every alert', async () => {
    const device = await newDevice(null);
    expect(await raise(device, 30)).toEqual(times(30, '201 intrusion'));
  });

  test.each([
    [20, 50],
    [1, 50],
    [60, 50],
  ])(
    'With a runaway threshold of %i, %i concurrent reports are each counted once, as an alert or in one runaway alert',
    async (threshold, reports) => {
      const device = await newDevice(threshold);
      const results = await Promise.all(
        Array.from({ length: reports }, async () => (await report(device.key, EVENT))[0]),
      );
      expect(results.every(({ status }) => status === 200 || status === 201)).toBe(true);
      const { runaway, others } = await found(device);
      const raised = Math.min(threshold, reports);
      expect([others.length, sum(others)]).toEqual([raised, raised]);
      expect(runaway.length).toBe(reports > threshold ? 1 : 0);
      expect(sum(runaway)).toBe(reports - raised);
      expect(results.filter(({ status }) => status === 201)).toHaveLength(raised + runaway.length);
    },
  );

  test('Two events of one report count twice towards the runaway threshold of the device', async () => {
    const device = await newDevice(5);
    const results = await report(device.key, ...times(8, EVENT));
    expect(results.map(({ status }: { status: number }) => status).sort()).toEqual([
      ...times(2, 200),
      ...times(6, 201),
    ]);
    const { runaway, others } = await found(device);
    expect([others.length, sum(runaway)]).toEqual([5, 3]);
  });

  test('An event with an id that is sent again counts neither towards the runaway threshold nor as an occurrence', async () => {
    const device = await newDevice(2);
    const first = { ...EVENT, id: 'first' };
    await report(device.key, first);
    expect((await report(device.key, first))[0]).toMatchObject({ status: 201, replayed: true });
    expect(await raise(device, 1)).toEqual(['201 intrusion']);
    const [begun] = await report(device.key, { ...EVENT, id: 'third' });
    const [held] = await report(device.key, { ...EVENT, id: 'fourth' });
    expect([begun.status, held.status, held.alert.occurrences]).toEqual([201, 200, 2]);
    const again = await report(device.key, { ...EVENT, id: 'third' }, { ...EVENT, id: 'fourth' });
    expect(again).toMatchObject([
      { status: 201, replayed: true, alert: { id: begun.alert.id, occurrences: 2 } },
      { status: 200, replayed: true, alert: { id: begun.alert.id, occurrences: 2 } },
    ]);
  });

  test('Concurrent reports of one event are counted once towards the runaway threshold', async () => {
    const device = await newDevice(2);
    await raise(device, 1);
    for (const id of ['raised', 'begun', 'held']) {
      await Promise.all(times(5, { ...EVENT, id }).map((event) => report(device.key, event)));
    }
    const { runaway, others } = await found(device);
    expect([others.length, runaway.length, sum(runaway)]).toEqual([2, 1, 2]);
  });
});

describe('the 10 minutes of a runaway device', () => {
  test('The runaway threshold counts alerts that are younger than 10 minutes, to the millisecond', async () => {
    const device = await newDevice(2);
    await raise(device, 1);
    guard.clock.advance(TEN_MINUTES_MS - 1);
    await raise(device, 1);
    guard.clock.advance(1);
    expect(await raise(device, 1)).toEqual(['201 intrusion']);
    expect(await raise(device, 1)).toEqual(['201 runaway']);
  });

  test('A device stays runaway until 10 minutes without a held report have passed', async () => {
    const device = await newDevice(1);
    expect(await raise(device, 2)).toEqual(['201 intrusion', '201 runaway']);
    for (let time = 0; time < 3; time++) {
      guard.clock.advance(TEN_MINUTES_MS - 1);
      expect(await raise(device, 1)).toEqual(['200 runaway']);
    }
    guard.clock.advance(TEN_MINUTES_MS);
    expect(await raise(device, 1)).toEqual(['201 intrusion']);
  });

  test('A runaway alert stays open when the device is no longer runaway, and counts the reports of a later flood', async () => {
    const device = await newDevice(1);
    await raise(device, 3);
    guard.clock.advance(TEN_MINUTES_MS);
    expect(await raise(device, 3)).toEqual(['201 intrusion', '200 runaway', '200 runaway']);
    const { runaway } = await found(device);
    expect(runaway.map(({ occurrences }) => occurrences)).toEqual([4]);
  });

  test('An open runaway alert rises to the severity of a later, more severe flood of its device', async () => {
    const device = await newDevice(1);
    await raise(device, 2);
    guard.clock.advance(TEN_MINUTES_MS);
    await raise(device, 2, { severity: 'high' });
    const { runaway } = await found(device);
    expect(runaway).toMatchObject([{ severity: 'high', occurrences: 2 }]);
    guard.clock.advance(TEN_MINUTES_MS);
    expect(await raise(device, 2, { severity: 'medium' })).toEqual(['201 intrusion', '200 runaway']);
    expect(await raise(device, 1, { severity: 'high' })).toEqual(['200 runaway']);
  });

  test('A device’s runaway time is not prolonged by a report that becomes an occurrence of an ordinary open alert', async () => {
    const device = await newDevice(1);
    await report(device.key, { ...EVENT, dedup_key: 'door' });
    await raise(device, 1);
    guard.clock.advance(TEN_MINUTES_MS - 1);
    const [again] = await report(device.key, { ...EVENT, dedup_key: 'door' });
    expect([again.status, again.alert.type, again.alert.occurrences]).toEqual([200, 'intrusion', 2]);
    guard.clock.advance(1);
    expect(await raise(device, 1)).toEqual(['201 intrusion']);
  });
});

describe('while a device is runaway', () => {
  test('While a device is runaway, alerts with another type, another zone, a higher severity, panic or fire, or by people are still raised', async () => {
    const device = await newDevice(1);
    await raise(device, 2);
    const zone = await as(`POST /api/v1/sites/${siteId}/zones`, { name: 'Dock' });
    expect(await raise(device, 1, { type: 'tamper' })).toEqual(['201 tamper']);
    expect(await raise(device, 1, { zone_id: zone.id })).toEqual(['201 intrusion']);
    expect(await raise(device, 1, { severity: 'high' })).toEqual(['201 intrusion']);
    expect(await raise(device, 3, { type: 'panic' })).toEqual(times(3, '201 panic'));
    expect(await raise(device, 3, { type: 'fire', severity: 'low' })).toEqual(times(3, '201 fire'));
    const { action: _, ...input } = { ...EVENT, site_id: siteId, device_id: device.id };
    for (let time = 0; time < 3; time++) {
      expect((await as('POST /api/v1/alerts', input)).type).toBe('intrusion');
    }
    expect((await report(master, { ...EVENT, device_id: device.id }))[0].alert.type).toBe('intrusion');
    expect(await raise(device, 1)).toEqual(['200 runaway']);
    expect(await raise(device, 1, { type: 'tamper' })).toEqual(['201 runaway']);
    const { runaway } = await found(device);
    expect(runaway.map(({ message }) => message).toSorted()).toEqual([
      'More than 1 intrusion alert in 10 minutes',
      'More than 1 tamper alert in 10 minutes',
    ]);
  });

  test('The severity of a runaway alert rises when reports of a higher severity exceed the runaway threshold, too', async () => {
    const device = await newDevice(2);
    await raise(device, 3);
    expect(await raise(device, 3, { severity: 'critical' })).toEqual([
      ...times(2, '201 intrusion'),
      '200 runaway',
    ]);
    expect(await raise(device, 1, { severity: 'critical' })).toEqual(['200 runaway']);
    const { runaway } = await found(device);
    expect(runaway).toMatchObject([{ severity: 'critical', occurrences: 3 }]);
    const history = await historyOf(guard.table, runaway[0] as Alert);
    expect(history.map(({ action }) => action)).toEqual(['raised', 'severity_raised']);
  });

  test('If a runaway alert is resolved, the device’s next reports raise one new runaway alert of the same severity', async () => {
    const device = await newDevice(1);
    await raise(device, 3, { severity: 'high' });
    const [first] = (await found(device)).runaway;
    await as(`POST /api/v1/alerts/${first?.id}/resolve`);
    const again = await Promise.all(times(5, EVENT).map((event) => report(device.key, event)));
    expect(again.map(([{ status, alert }]) => `${status} ${alert.type}`).sort()).toEqual([
      ...times(4, '200 runaway'),
      '201 runaway',
    ]);
    const { runaway, others } = await found(device);
    expect(others).toHaveLength(1);
    expect(runaway.map(({ occurrences }) => occurrences).toSorted()).toEqual([2, 5]);
    expect(runaway.map(({ severity }) => severity)).toEqual(['high', 'high']);
  });

  test('While a device is runaway, a resolve by dedup key resolves the alert that the key opened, never the runaway alert', async () => {
    const device = await newDevice(1);
    const [opened] = await report(device.key, { ...EVENT, dedup_key: 'window' });
    const [begun] = await report(device.key, { ...EVENT, dedup_key: 'door' });
    await report(device.key, { ...EVENT, dedup_key: 'gate' });
    expect(begun.alert.type).toBe('runaway');
    const resolve = async (dedup_key: string) =>
      (await report(device.key, { action: 'resolve', dedup_key }))[0];
    expect(await resolve('window')).toMatchObject({ status: 200, alert: { id: opened.alert.id } });
    expect(await resolve('door')).toEqual({ status: 200 });
    expect(await resolve('gate')).toEqual({ status: 200 });
    const longest = begun.alert.dedup_key.slice(0, 128);
    expect(await resolve(longest)).toEqual({ status: 200 });
    const tooLong = await resolve(begun.alert.dedup_key);
    expect([tooLong.status, tooLong.alert, tooLong.warnings[0].code]).toEqual([200, undefined, 'hashed']);
    const { runaway, others } = await found(device);
    expect([runaway.map(({ status }) => status), others.map(({ status }) => status)]).toEqual([
      ['active'],
      ['resolved'],
    ]);
  });

  test('Reports about a runaway device by tenant-wide and site-bound keys are held together, but not those by the device’s own key', async () => {
    const device = await newDevice(1);
    const { key: tenantKey } = await as('POST /api/v1/keys', { name: 'Panel' });
    const { key: siteKey } = await as('POST /api/v1/keys', { name: 'Panel', site_id: siteId });
    const event = { ...EVENT, device_id: device.id };
    await report(tenantKey, { ...event, site_id: siteId });
    const [begun] = await report(tenantKey, event);
    const results = [
      ...(await report(tenantKey, { ...event, site_id: siteId })),
      ...(await report(siteKey, event)),
    ];
    expect(results.map(({ alert }) => alert.id)).toEqual(times(2, begun.alert.id));
    const [own] = await report(device.key, EVENT);
    expect(own).toMatchObject({ status: 201, alert: { type: EVENT.type, message: EVENT.message } });
  });

  test('A flood about a device by a site’s API key does not hold a critical report by the device’s own key', async () => {
    const device = await newDevice(1);
    const { key: siteKey } = await as('POST /api/v1/keys', { name: 'Panel', site_id: siteId });
    const flood = { ...EVENT, device_id: device.id, severity: 'critical' };
    for (let time = 0; time < 4; time++) await report(siteKey, flood);
    const [own] = await report(device.key, { ...EVENT, severity: 'critical', message: 'Glass broken' });
    expect(own).toMatchObject({ status: 201, alert: { type: EVENT.type, message: 'Glass broken' } });
  });

  test('The history of a runaway alert has the messages of the held reports', async () => {
    const device = await newDevice(1);
    await raise(device, 2);
    const [held] = await report(device.key, { ...EVENT, message: 'Glass broken' });
    await as(`POST /api/v1/alerts/${held.alert.id}/resolve`);
    const history = await historyOf(guard.table, held.alert);
    expect(history.map(({ action, note }) => [action, note])).toEqual([
      ['raised', null],
      ['reoccurred', 'Glass broken'],
      ['resolved', null],
    ]);
  });

  test('If another release resolved a runaway alert but left its claim, the next report raises a new runaway alert', async () => {
    const device = await newDevice(1);
    await raise(device, 2);
    const [first] = (await found(device)).runaway;
    if (!first) throw new Error('There is no runaway alert');
    const item = await getItem(guard.table, ALERTS.key(first.tenant_id, first.id));
    await writeItems(guard.table, [{ ...item, data: { ...Object(item?.['data']), status: 'resolved' } }]);
    expect(await raise(device, 2)).toEqual(['201 runaway', '200 runaway']);
  });

  test('The runaway tally of a device keeps attributes that another release has added', async () => {
    const device = await newDevice(2);
    const { tenant_id } = (await report(device.key, EVENT))[0].alert;
    const tally = async () => {
      for await (const item of queryAll(guard.table, tenantPartition(tenant_id), `RUNAWAY#${device.id}`))
        return item;
      return undefined;
    };
    await writeItems(guard.table, [{ ...(await tally()), future: 'kept' }]);
    expect(await raise(device, 3)).toEqual(['201 intrusion', '201 runaway', '200 runaway']);
    expect(await tally()).toMatchObject({ future: 'kept', held: { severity: 'medium' } });
    guard.clock.advance(TEN_MINUTES_MS);
    expect(await raise(device, 1)).toEqual(['201 intrusion']);
    expect(await tally()).toMatchObject({ future: 'kept', total: 1 });
    expect(await tally()).not.toHaveProperty('held');
  });

  test('A device from which the runaway threshold was removed raises every alert again', async () => {
    const device = await newDevice(1);
    await raise(device, 3);
    await as(`PATCH /api/v1/devices/${device.id}`, { runaway_after: null });
    expect(await raise(device, 3)).toEqual(times(3, '201 intrusion'));
  });
});

test.each([0, 1_001, 1.5, '20'])('A runaway threshold of %j is refused', async (runaway_after) => {
  const device = await newDevice(null);
  const answer = await guard.call(`PATCH /api/v1/devices/${device.id}`, {
    token: master,
    json: { runaway_after },
  });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['runaway_after']]);
});
