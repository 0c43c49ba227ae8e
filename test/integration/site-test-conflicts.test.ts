import { afterAll, beforeAll, expect, test } from 'vitest';
import { addConflicts } from '../support/conflicting-table.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const HOUR = 3_600_000;

let guard: TestGuard;
let timers: TestTimers;
let token: string;
let conflicts: () => number;
beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    wrapTable(direct) {
      const { table, count } = addConflicts(direct);
      conflicts = count;
      return table;
    },
  });
  timers = await startTimers(guard);
  token = await guard.signIn('master@acme.test');
});
afterAll(async () => {
  await timers.stop();
  await guard.stop();
});

async function as(request: string, json?: object) {
  const answer = await guard.call(request, { token, ...(json ? { json } : {}) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
}

test('Fifty concurrent reports at a site on test are all recorded, and all surface after the test, although their transactions conflict', async () => {
  const site = await as('POST /api/v1/sites', { name: 'Depot' });
  const { key } = await as('POST /api/v1/keys', { name: 'Panel', site_id: site.id });
  const ends_at = new Date(guard.clock.now.getTime() + HOUR).toISOString();
  await as(`POST /api/v1/sites/${site.id}/tests`, { ends_at, reason: 'Yearly service' });
  const event = { action: 'raise', type: 'intrusion', severity: 'medium', message: 'Motion' };
  const before = conflicts();
  const results = await Promise.all(
    Array.from({ length: 50 }, async (_, place) => {
      const json = { events: [{ ...event, dedup_key: `detector-${place}` }] };
      const { body } = await guard.call('POST /api/v1/reports', { token: key, json });
      return body.results[0];
    }),
  );
  expect(conflicts()).toBeGreaterThan(before);
  expect(results.filter(({ status }) => status !== 201)).toEqual([]);
  guard.clock.advance(HOUR);
  await timers.tick();
  await timers.tick();
  const { data } = await as(`GET /api/v1/sites/${site.id}/alerts?status=active&limit=100`);
  expect(data).toHaveLength(50);
});
