import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts/alert.ts';
import { addConflicts } from '../support/conflicting-table.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let token: string;
let conflicts: () => number;
beforeAll(async () => {
  guard = await startGuard({
    wrapTable(direct) {
      const { table, count } = addConflicts(direct);
      conflicts = count;
      return table;
    },
  });
  token = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());

async function as(request: string, json?: object) {
  const answer = await guard.call(request, { token, ...(json ? { json } : {}) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
}

test.each([
  { runaway_after: 20, ids: false },
  { runaway_after: 20, ids: true },
  { runaway_after: 1_000, ids: false },
])(
  'Fifty concurrent reports of a device all succeed although their transactions conflict, as on AWS (threshold $runaway_after, event ids $ids)',
  async ({ runaway_after, ids }) => {
    const { data: sites } = await as('GET /api/v1/sites');
    const input = { name: 'Chatty', type: 'door-contact', runaway_after };
    const device = await as(`POST /api/v1/sites/${sites[0].id}/devices`, input);
    const { key } = await as('POST /api/v1/keys', { name: 'Door', device_id: device.id });
    const event = { action: 'raise', type: 'intrusion', severity: 'medium', message: 'Door open' };
    const before = conflicts();
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, place) => {
        const json = { events: [{ ...event, ...(ids ? { id: `event-${place}` } : {}) }] };
        const { body } = await guard.call('POST /api/v1/reports', { token: key, json });
        return body.results[0];
      }),
    );
    expect(conflicts()).toBeGreaterThan(before);
    const failed = results.filter(({ status }) => status > 201);
    expect(failed).toEqual([]);
    const { data } = await as(`GET /api/v1/alerts?device_id=${device.id}&limit=100`);
    const alerts: Alert[] = await Promise.all(data.map(({ id }: Alert) => as(`GET /api/v1/alerts/${id}`)));
    const raised = Math.min(runaway_after, 50);
    expect(alerts.filter(({ type }) => type === 'intrusion')).toHaveLength(raised);
    expect(alerts.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(50);
  },
);
