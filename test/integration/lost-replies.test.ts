import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { makeWhole } from '../support/whole-alert.ts';

/**
 * The SDK repeats a call after a lost reply. The matrix of test/faults plays every fault on every call. These tests play
 * what the matrix cannot: concurrent actions of others, and the last request of a minute.
 */

let guard: FaultyGuard;
let master: string;
beforeAll(async () => {
  guard = await startFaultyGuard({ settings: { apiRequestsPerMinute: 60 } });
  master = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());
beforeEach(async () => {
  guard.proxy.disarm();
  guard.clock.advance(61_000);
  await guard.refillRetries();
});

/** Loses the reply of the next calls of that name, and runs an action before the SDK repeats the first. */
function loseReply(
  name: string,
  { times = 1, before = async () => {} }: { times?: number; before?: () => Promise<unknown> } = {},
) {
  guard.proxy.arm({ call: name, fault: { kind: 'reply_lost', before }, after: 0, times });
}

const call = (request: string, json?: object) =>
  guard.call(request, { token: master, ...(json ? { json } : {}) });

async function create(path: string, json: object) {
  const answer = await call(`POST ${path}`, json);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

const newSite = () => create('/api/v1/sites', { name: 'Site' });
const newAlert = async () => {
  const { id } = await newSite();
  return create('/api/v1/alerts', { site_id: id, type: 'panic', severity: 'critical', message: 'x' });
};

describe('lost replies', () => {
  test.each([
    ['the whole form', 'TransactWriteItems ALERT'],
    ['the divided form', 'UpdateItem ALERT'],
  ])(
    'An acknowledgement of an alert of %s succeeds if the reply to its write is lost and another request then resolves the alert',
    async (form, write) => {
      const alert = await newAlert();
      if (form === 'the whole form') await makeWhole(guard.table, alert);
      loseReply(write, {
        before: () => call(`POST /api/v1/alerts/${alert.id}/resolve`),
      });
      const answer = await call(`POST /api/v1/alerts/${alert.id}/acknowledge`);
      expect([answer.status, answer.body.acknowledged_by]).toEqual([200, expect.any(String)]);
      const { body } = await call(`GET /api/v1/alerts/${alert.id}`);
      expect(body).toMatchObject({ status: 'resolved', acknowledged_by: answer.body.acknowledged_by });
      expect(guard.proxy.calls.filter((it) => it === write).length).toBeGreaterThan(1);
    },
  );

  describe('a resolve event with a lost reply', () => {
    const reportOf = async (event: object) =>
      (await call('POST /api/v1/reports', { events: [{ action: 'resolve', ...event }] })).body.results[0];
    const raiseAt = async (dedup_key: string) => {
      const { id: site_id } = await newSite();
      const json = { site_id, type: 'panic', severity: 'critical', message: 'x', dedup_key };
      return create('/api/v1/alerts', json);
    };

    test.each([{ id: 'lost-1' }, {}])(
      'A resolve event returns the alert that it resolved when the reply to its write is lost (%o)',
      async (event) => {
        const { id, site_id, dedup_key } = await raiseAt('lost door');
        loseReply('TransactWriteItems ALERT');
        const result = await reportOf({ ...event, site_id, dedup_key });
        expect(result).toEqual({ status: 200, alert: expect.objectContaining({ id, status: 'resolved' }) });
      },
    );

    test('A resolve event reports that no alert is open when a person resolves the alert before Guard reads it', async () => {
      const { id, site_id, dedup_key } = await raiseAt('resolved door');
      const before = () => call(`POST /api/v1/alerts/${id}/resolve`);
      guard.proxy.arm({ call: 'GetItem ALERT', fault: { kind: 'held', before }, after: 0, times: 1 });
      expect(await reportOf({ site_id, dedup_key })).toEqual({ status: 200 });
      expect((await call(`GET /api/v1/alerts/${id}`)).body.status).toBe('resolved');
    });

    test('A resolve event without an open alert is not reported as repeated when the reply to the record of the event is lost', async () => {
      const { id: site_id } = await newSite();
      loseReply('PutItem EVENT');
      expect(await reportOf({ id: 'lost-2', site_id, dedup_key: 'nothing' })).toEqual({ status: 200 });
      const again = await reportOf({ id: 'lost-2', site_id, dedup_key: 'nothing' });
      expect(again).toEqual({ status: 200, replayed: true });
    });
  });

  test('The last request of a minute that a rate limit allows is not counted twice when the reply is lost', async () => {
    const token = await guard.signIn('viewer@acme.test');
    for (let request = 1; request < 60; request++) await guard.call('GET /api/v1/auth/me', { token });
    loseReply('UpdateItem RATE#api');
    const last = await guard.call('GET /api/v1/auth/me', { token });
    expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    expect((await guard.call('GET /api/v1/auth/me', { token })).status).toBe(429);
  });
});

test.each([
  ['POST /api/v1/auth/refresh', 'TransactWriteItems TOKEN', 200],
  ['POST /api/v1/alerts', 'PutItem ALERT', 201],
])(
  'The request to %s succeeds when every reply to its write is lost, because Guard looks the write up',
  async (request, name, status) => {
    const { id } = await newSite();
    const token = await guard.signIn('master@acme.test');
    loseReply(name, { times: Number.POSITIVE_INFINITY });
    const json = { site_id: id, type: 'panic', severity: 'critical', message: 'x' };
    const answer = await guard.call(request, { token, ...(request.endsWith('alerts') ? { json } : {}) });
    expect(answer.status).toBe(status);
    if (answer.body.token) {
      guard.proxy.disarm();
      expect((await guard.call('GET /api/v1/auth/me', { token: answer.body.token })).status).toBe(200);
    }
  },
);

test('Ending all other sessions succeeds when every reply is lost and keeps the current session', async () => {
  const [current, other] = [await guard.signIn('viewer@acme.test'), await guard.signIn('viewer@acme.test')];
  loseReply('TransactWriteItems USER', { times: Number.POSITIVE_INFINITY });
  const answer = await guard.call('DELETE /api/v1/auth/sessions', { token: current });
  guard.proxy.disarm();
  expect(answer.status).toBe(204);
  const statuses = await Promise.all(
    [current, other].map(async (token) => (await guard.call('GET /api/v1/auth/me', { token })).status),
  );
  expect(statuses).toEqual([200, 401]);
});

test('The table is consistent after all tests with lost replies', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});
