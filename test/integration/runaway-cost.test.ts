import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ALERT_SEVERITIES } from '../../shared/alerts/alert.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';

interface Cost {
  calls: string[];
  readUnits: number;
  writeUnits: number;
}

const unitsSchema = z.object({ CapacityUnits: z.optional(z.number()) });
const outputSchema = z.object({ ConsumedCapacity: z.optional(z.union([unitsSchema, z.array(unitsSchema)])) });

let guard: TestGuard;
let master: string;
let siteId: string;
let cost: Cost | undefined;
beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    wrapTable(table) {
      table.client.middlewareStack.add(
        (next, { commandName = '' }) =>
          async (args) => {
            const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
            const result = await next({ ...args, input });
            const { ConsumedCapacity = [] } = outputSchema.parse(result.output);
            const units = [ConsumedCapacity].flat().reduce((sum, it) => sum + (it.CapacityUnits ?? 0), 0);
            if (cost) {
              const isRead = /Get|Query/.test(commandName);
              cost.calls.push(commandName);
              cost.readUnits += isRead ? units : 0;
              cost.writeUnits += isRead ? 0 : units;
            }
            return result;
          },
        { step: 'initialize', name: 'units' },
      );
      return table;
    },
  });
  master = await guard.signIn('master@acme.test');
  siteId = (await as('GET /api/v1/sites')).data[0].id;
});
afterAll(() => guard.stop());

async function as(request: string, json?: object) {
  const answer = await guard.call(request, { token: master, ...(json ? { json } : {}) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
}

/** Device-bound keys of a device: the first report of a key costs more. */
async function newDevice(runaway_after: number | null) {
  const input = { name: 'Chatty', type: 'door-contact', runaway_after };
  const { id } = await as(`POST /api/v1/sites/${siteId}/devices`, input);
  const { key } = await as('POST /api/v1/keys', { name: 'Door', device_id: id });
  await report(key, { action: 'heartbeat' });
  return key as string;
}

/** What counts them is largest after 50 alerts. */
const ALERTS = repetitions({ few: 16, some: 50, many: 50 });

const EVENT = { action: 'raise', type: 'intrusion', severity: 'medium', message: 'Door open' };

async function report(token: string, event: object) {
  const { body } = await guard.call('POST /api/v1/reports', { token, json: { events: [event] } });
  return body.results[0];
}

async function costOf(token: string, fields: object = {}): Promise<Cost> {
  guard.clock.advance(1_000);
  cost = { calls: [], readUnits: 0, writeUnits: 0 };
  const measured = cost;
  const { status } = await report(token, { ...EVENT, ...fields });
  cost = undefined;
  expect(status).toBeLessThan(300);
  return measured;
}

test('An alert of a device without a runaway threshold costs no capacity units for counting', async () => {
  const key = await newDevice(null);
  const ordinary = await costOf(key);
  const panic = await costOf(key, { type: 'panic' });
  expect({ ...ordinary, calls: ordinary.calls.toSorted() }).toEqual({
    ...panic,
    calls: panic.calls.toSorted(),
  });
});

test.each([50, 1_000].slice(0, repetitions({ few: 1, some: 2, many: 2 })))(
  'For a device with the runaway threshold %i, a new alert costs 2 read and 3 write units more, and no further call',
  async (threshold) => {
    const uncounted = await newDevice(null);
    const counted = await newDevice(threshold);
    const ordinary: Cost[] = [];
    for (const severity of ALERT_SEVERITIES) ordinary.push(await costOf(uncounted, { severity }));
    for (let alert = 0; alert < ALERTS; alert++) {
      const place = alert % ALERT_SEVERITIES.length;
      const { calls, readUnits, writeUnits } = await costOf(counted, { severity: ALERT_SEVERITIES[place] });
      expect(calls).toHaveLength(Number(ordinary[place]?.calls.length));
      expect(readUnits).toBe(Number(ordinary[place]?.readUnits) + 2);
      // Two for the count, and one because a transaction writes both: an alert by itself needs none.
      expect(writeUnits).toBe(Number(ordinary[place]?.writeUnits) + 3);
      guard.clock.advance(11_001);
    }
  },
);

test('Holding a report of a runaway device costs less than half of the write units of raising an alert', async () => {
  const key = await newDevice(1);
  const alert = await costOf(key);
  await costOf(key);
  await costOf(key);
  const held = await costOf(key);
  expect(held.writeUnits).toBeLessThan(alert.writeUnits / 2);
});
