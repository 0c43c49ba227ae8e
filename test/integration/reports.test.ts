import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import type { Answer } from '../support/send-request.ts';

let guard: TestGuard;
let master: string;
let operator: string;
let siteId: string;
let otherSiteId: string;
let deviceId: string;
let otherDeviceId: string;
/** Plain texts of keys of the tenant, of a site and of a device. */
let keys: { tenant: string; site: string; device: string };
let count = 0;
const unique = () => `u${++count}`;

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  master = await guard.signIn('master@acme.test');
  operator = await guard.signIn('operator@acme.test');
  const as = async (request: string, json?: object) => {
    const answer = await guard.call(request, { token: master, ...(json ? { json } : {}) });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  [siteId, otherSiteId] = (await as('GET /api/v1/sites')).data.map(({ id }: { id: string }) => id);
  const device = { name: 'Gate button', type: 'panic-button' };
  deviceId = (await as(`POST /api/v1/sites/${siteId}/devices`, device)).id;
  otherDeviceId = (await as(`POST /api/v1/sites/${otherSiteId}/devices`, device)).id;
  const newKey = async (binding: object) =>
    (await as('POST /api/v1/keys', { name: 'Gate gateway', ...binding })).key;
  keys = {
    tenant: await newKey({}),
    site: await newKey({ site_id: siteId }),
    device: await newKey({ device_id: deviceId }),
  };
});

afterAll(() => guard.stop());

const report = (token: string, ...events: unknown[]): Promise<Answer> =>
  guard.call('POST /api/v1/reports', { token, json: { events } });

const reportStrictly = (token: string, ...events: unknown[]): Promise<Answer> =>
  guard.call('POST /api/v1/reports', { token, json: { events }, headers: { 'Guard-Strict': '1' } });

const statuses = ({ body }: Answer) => body.results.map(({ status }: { status: number }) => status);

const raise = (fields: object = {}) => ({
  action: 'raise',
  type: 'panic',
  severity: 'high',
  message: 'Panic button pressed',
  ...fields,
});

const read = async (id: string) => (await guard.call(`GET /api/v1/alerts/${id}`, { token: master })).body;

describe('reports', () => {
  test('A report of a device-bound key needs neither site nor device', async () => {
    const { status, body } = await report(keys.device, raise({ dedup_key: unique() }));
    expect([status, body.results[0].status]).toEqual([200, 201]);
    expect(body.results[0].alert).toMatchObject({
      site_id: siteId,
      device_id: deviceId,
      device_name: 'Gate button',
      raised_by: { kind: 'key', name: 'Gate gateway' },
    });
    const device = await guard.call(`GET /api/v1/devices/${deviceId}`, { token: master });
    expect(Date.parse(device.body.last_seen_at)).toBe(guard.clock.now.getTime());
  });

  test('A report raises, counts and resolves alerts by dedup key, with a note and the actor', async () => {
    const dedup_key = unique();
    const event = raise({ dedup_key });
    const answer = await report(keys.site, event, event, {
      action: 'resolve',
      dedup_key,
      message: 'Closed again',
    });
    expect(statuses(answer)).toEqual([201, 200, 200]);
    const [first, second, third] = answer.body.results;
    expect([second.alert.id, second.alert.occurrences]).toEqual([first.alert.id, 2]);
    expect(third.alert).toMatchObject({
      id: first.alert.id,
      status: 'resolved',
      occurrences: 2,
      resolved_by_name: 'Gate gateway',
    });
    expect(statuses(await report(keys.site, { action: 'resolve', dedup_key }))).toEqual([200]);
    expect(statuses(await report(keys.site, event))).toEqual([201]);
  });

  test('The results of a strict report are in the order of its events, and valid events succeed beside invalid ones', async () => {
    const answer = await reportStrictly(
      keys.site,
      raise({ severity: 'huge' }),
      raise({ message: 'second' }),
      'nonsense',
      { action: 'dance' },
      { action: 'resolve' },
      raise({ zone_id: '019a0000-0000-7000-8000-000000000000' }),
      raise({ colour: 'red' }),
      raise({ message: 'eighth' }),
    );
    expect(answer.status).toBe(200);
    expect(statuses(answer)).toEqual([422, 201, 422, 422, 422, 422, 422, 201]);
    const [wrong, , , , , zone, unknown] = answer.body.results;
    expect(wrong.error).toEqual({
      message: expect.stringContaining('severity'),
      code: 'validation_failed',
      errors: { severity: [expect.any(String)] },
    });
    expect(Object.keys(zone.error.errors)).toEqual(['zone_id']);
    expect(Object.keys(unknown.error.errors)).toEqual(['colour']);
    expect(answer.body.results[7].alert.message).toBe('eighth');
  });

  test('Each invalid event of a strict report gets 422 and a message that says what to change', async () => {
    const missing = '019a0000-0000-7000-8000-000000000000';
    const answer = await reportStrictly(
      keys.tenant,
      null,
      [],
      'nonsense',
      raise({ device_id: missing }),
      { action: 'resolve', dedup_key: 'x', device_id: missing },
      raise({ site_id: siteId, metadata: { constructor: 'x' } }),
      raise({ site_id: siteId, message: 'last' }),
    );
    expect(statuses(answer)).toEqual([422, 422, 422, 422, 422, 422, 201]);
    const problems = answer.body.results.map(({ error }: { error?: { message: string } }) => error?.message);
    expect(problems).toEqual([
      ...Array.from({ length: 3 }, () => 'The event must be a JSON object.'),
      ...Array.from({ length: 2 }, () => 'The device_id field must be an existing device.'),
      'The metadata.constructor field has a name that must be lower-case letters, digits and single hyphens, and not constructor.',
      undefined,
    ]);
  });

  test('A heartbeat in a report must name its device unless the key is bound to one', async () => {
    for (const key of [keys.tenant, keys.site, master]) {
      const { body } = await report(key, { action: 'heartbeat' });
      expect(body.results[0].error?.errors).toEqual({ device_id: ['The device_id field is required.'] });
    }
    expect(statuses(await report(keys.device, { action: 'heartbeat' }))).toEqual([200]);
  });

  test.each([[[]], [Array.from({ length: 26 }, () => ({ action: 'heartbeat' }))], [undefined]])(
    'A report with no events or more than 25 is rejected',
    async (events) => {
      const { status } = await guard.call('POST /api/v1/reports', { token: keys.site, json: { events } });
      expect(status).toBe(422);
    },
  );

  test('An event at a site or device outside the API key’s binding gets the same error as at a missing one', async () => {
    const missing = '019a0000-0000-7000-8000-000000000000';
    const elsewhere = [
      raise({ site_id: otherSiteId }),
      raise({ device_id: otherDeviceId }),
      raise({ site_id: missing }),
      raise({ device_id: missing }),
      { action: 'resolve', dedup_key: 'x', site_id: otherSiteId },
      { action: 'heartbeat', device_id: otherDeviceId },
      { action: 'heartbeat', device_id: missing },
    ];
    for (const key of [keys.site, keys.device]) {
      const answer = await reportStrictly(key, ...elsewhere);
      expect(statuses(answer)).toEqual(elsewhere.map(() => 404));
      expect(
        new Set(answer.body.results.map(({ error }: { error: object }) => JSON.stringify(error))).size,
      ).toBe(1);
    }
  });

  test('With a tenant’s API key, an event takes its site from its device, and an event with neither is 422', async () => {
    const answer = await report(
      keys.tenant,
      raise({ device_id: otherDeviceId }),
      raise({ site_id: siteId }),
      raise(),
      { action: 'heartbeat' },
      raise({ site_id: siteId, device_id: otherDeviceId }),
    );
    expect(statuses(answer)).toEqual([201, 201, 422, 422, 201]);
    expect(answer.body.results[0].alert.site_id).toBe(otherSiteId);
    expect(Object.keys(answer.body.results[2].error.errors)).toEqual(['site_id']);
  });

  test('Users who may raise alerts can send reports, and others cannot', async () => {
    const { body } = await report(master, raise({ site_id: siteId }));
    expect(body.results[0].alert.raised_by).toMatchObject({ kind: 'user', name: 'Acme Master' });
    expect((await report(operator, raise({ site_id: siteId }))).status).toBe(403);
    expect((await guard.call('POST /api/v1/reports', { json: { events: [raise()] } })).status).toBe(401);
  });

  test('A report counts as one heartbeat of each device that it names, whatever its events do', async () => {
    guard.clock.advance(60_000);
    await report(keys.device, { action: 'resolve', dedup_key: 'nothing open' });
    const device = await guard.call(`GET /api/v1/devices/${deviceId}`, { token: master });
    expect(Date.parse(device.body.last_seen_at)).toBe(guard.clock.now.getTime());
  });
});

describe('events with an id', () => {
  test('If an event with an id is sent again, it has no effect, and the response has the alert’s current state', async () => {
    const event = raise({ id: unique(), dedup_key: unique() });
    const first = await report(keys.site, event);
    await guard.call(`POST /api/v1/alerts/${first.body.results[0].alert.id}/acknowledge`, { token: master });
    const second = await report(keys.site, event);
    expect(second.body.results[0]).toMatchObject({
      status: 201,
      replayed: true,
      alert: { id: first.body.results[0].alert.id, status: 'acknowledged', occurrences: 1 },
    });
    expect(first.body.results[0]).not.toHaveProperty('replayed');
  });

  test('If a resolve event with an id is sent again, it does not resolve a later alert with the dedup key', async () => {
    const dedup_key = unique();
    const resolve = { action: 'resolve', id: unique(), dedup_key };
    await report(keys.site, raise({ dedup_key }), resolve);
    const next = await report(keys.site, raise({ dedup_key }));
    const again = await report(keys.site, resolve);
    expect(again.body.results[0]).toMatchObject({
      status: 200,
      replayed: true,
      alert: { status: 'resolved' },
    });
    expect((await read(next.body.results[0].alert.id)).status).toBe('active');
  });

  test('If a resolve event with an id found no alert, it resolves nothing when it is sent again later', async () => {
    const dedup_key = unique();
    const resolve = { action: 'resolve', id: unique(), dedup_key };
    expect((await report(keys.site, resolve)).body.results[0]).toEqual({ status: 200 });
    const raised = await report(keys.site, raise({ dedup_key }));
    expect((await report(keys.site, resolve)).body.results[0]).toEqual({ status: 200, replayed: true });
    expect((await read(raised.body.results[0].alert.id)).status).toBe('active');
  });

  test('A repeated event with an id is recognized after its device moved to another site', async () => {
    const device = { name: 'Trailer', type: 'tracker' };
    const path = `POST /api/v1/sites/${siteId}/devices`;
    const { id: device_id } = (await guard.call(path, { token: master, json: device })).body;
    const json = { name: 'Trailer', device_id };
    const own = (await guard.call('POST /api/v1/keys', { token: master, json })).body.key;
    const dedup_key = unique();
    const metadata = { firmware: '2', battery: '9' };
    const events = [
      raise({ id: unique(), dedup_key, metadata }),
      { action: 'resolve', id: unique(), dedup_key },
    ];
    const named = events.map((event) => ({ ...event, device_id }));
    expect(statuses(await report(own, ...events))).toEqual([201, 200]);
    expect(statuses(await report(keys.tenant, ...named))).toEqual([201, 200]);
    const moved = { token: master, json: { site_id: otherSiteId } };
    expect((await guard.call(`PATCH /api/v1/devices/${device_id}`, moved)).status).toBe(200);
    expect((await report(keys.tenant, ...named)).body.results).toMatchObject([
      { status: 201, replayed: true, alert: { site_id: siteId } },
      { status: 200, replayed: true, alert: { site_id: siteId } },
    ]);
    const alert = { id: expect.any(String), status: 'resolved' };
    expect((await report(own, ...events)).body.results).toEqual([
      { status: 201, replayed: true, alert },
      { status: 200, replayed: true, alert },
    ]);
  });

  test('A strict event with the id of a different event is rejected, but another API key may use that id', async () => {
    const id = unique();
    await report(keys.site, raise({ id, message: 'one' }));
    const reused = await reportStrictly(keys.site, raise({ id, message: 'two' }));
    expect([reused.body.results[0].status, reused.body.results[0].error.code]).toEqual([
      422,
      'event_id_reused',
    ]);
    expect(statuses(await report(keys.device, raise({ id, message: 'two' })))).toEqual([201]);
  });

  test('The id of an event is forgotten after 24 hours', async () => {
    const event = raise({ id: unique() });
    const first = await report(keys.site, event);
    guard.clock.advance(24 * 3_600_000 - 1_000);
    expect((await report(keys.site, event)).body.results[0].replayed).toBe(true);
    guard.clock.advance(2_000);
    const later = await report(keys.site, event);
    expect(later.body.results[0].replayed).toBeUndefined();
    expect(later.body.results[0].alert.id).not.toBe(first.body.results[0].alert.id);
  });

  test('If a device sends its buffered events three times at once, each event is counted once', async () => {
    const dedup_key = unique();
    const buffer = Array.from({ length: 20 }, () => raise({ id: unique(), dedup_key }));
    const answers = await Promise.all([1, 2, 3].map(() => report(keys.device, ...buffer)));
    const results = answers.flatMap(({ body }) => body.results);
    expect(results.filter(({ status }) => status >= 400)).toEqual([]);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(20);
    const [{ alert }] = results;
    expect(await read(alert.id)).toMatchObject({ occurrences: 20 });
  });
});

test('Concurrent reports with one dedup key by several API keys raise one alert, which counts each report as an occurrence', async () => {
  const dedup_key = unique();
  const reporters = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const json = { name: 'Sensor', site_id: siteId };
      return (await guard.call('POST /api/v1/keys', { token: master, json })).body.key;
    }),
  );
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, place) => report(reporters[place % 6], raise({ dedup_key }))),
  );
  const results = answers.map(({ body }) => body.results[0]);
  expect(results.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(47);
  expect(new Set(results.map(({ alert }) => alert.id)).size).toBe(1);
  expect(await read(results[0].alert.id)).toMatchObject({ occurrences: 48 });
});

describe('the rate limit of a key', () => {
  test('The rate limit of an API key counts events, and accepts a report as a whole or not at all', async () => {
    const limited = await startGuard({ settings: { keyEventsPerMinute: 30 } });
    try {
      const token = await limited.signIn('master@acme.test');
      const [site] = (await limited.call('GET /api/v1/sites', { token })).body.data;
      const json = { name: 'Sensor', site_id: site.id };
      const { key } = (await limited.call('POST /api/v1/keys', { token, json })).body;
      const send = (events: number) =>
        limited.call('POST /api/v1/reports', {
          token: key,
          json: { events: Array.from({ length: events }, () => ({ action: 'resolve', dedup_key: 'x' })) },
        });
      const first = await send(20);
      expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '7']);
      expect((await send(8)).status).toBe(429);
      expect((await send(7)).status).toBe(200);
      const refused = await send(1);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      limited.clock.advance(60_000);
      expect((await send(25)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
