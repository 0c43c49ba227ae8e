import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

let guard: TestGuard;
let timers: TestTimers;
let token: string;
let siteId: string;

beforeAll(async () => {
  guard = await startGuard();
  timers = await startTimers(guard);
  token = await guard.signIn('master@acme.test');
  [{ id: siteId }] = (await guard.call('GET /api/v1/sites', { token })).body.data;
});
afterAll(async () => {
  await timers.stop();
  await guard.stop();
});

const raise = async (dedup_key: string) => {
  const json = { site_id: siteId, type: 'intrusion', severity: 'medium', message: 'Door open', dedup_key };
  return (await guard.call('POST /api/v1/alerts', { token, json })).body;
};

const listed = async (id: string) => {
  const { body } = await guard.call('GET /api/v1/alerts?limit=100', { token });
  return body.data.find((alert: { id: string }) => alert.id === id);
};

const passMinute = async () => {
  guard.clock.advance(60_000);
  await timers.tick();
};

test('Alert lists show every occurrence within 90 seconds, and the history gets at most one entry a minute for them', async () => {
  const { id, tenant_id } = await raise('door');
  for (let minute = 0; minute < 3; minute++) {
    for (let report = 0; report < 5; report++) await raise('door');
    expect((await listed(id)).occurrences).toBe(1 + 5 * minute);
    await passMinute();
    expect(await listed(id)).toMatchObject({ occurrences: 1 + 5 * (minute + 1), version: 2 + minute });
  }
  await passMinute();
  await passMinute();
  const events = await historyOf(guard.table, { id, tenant_id });
  expect(events.map(({ action }) => action)).toEqual(['raised', 'reoccurred', 'reoccurred', 'reoccurred']);
  expect(events[1]?.actor).toMatchObject({ kind: 'user', name: 'Acme Master' });
  expect((await listed(id)).version).toBe(4);
});

test('A resolved alert already has all of its occurrences, so none are added later', async () => {
  const { id, tenant_id } = await raise('gate');
  await raise('gate');
  await guard.call(`POST /api/v1/alerts/${id}/resolve`, { token });
  await passMinute();
  expect(await listed(id)).toMatchObject({ occurrences: 2, version: 2 });
  const events = await historyOf(guard.table, { id, tenant_id });
  expect(events.map(({ action }) => action)).toEqual(['raised', 'resolved']);
});

test('A report that arrives while occurrences are copied from the claim to the alert is neither lost nor counted twice', async () => {
  const { id } = await raise('fence');
  await raise('fence');
  guard.clock.advance(60_000);
  await Promise.all([timers.tick(), ...Array.from({ length: 10 }, () => raise('fence'))]);
  expect((await guard.call(`GET /api/v1/alerts/${id}`, { token })).body.occurrences).toBe(12);
  await passMinute();
  await passMinute();
  expect((await listed(id)).occurrences).toBe(12);
});
