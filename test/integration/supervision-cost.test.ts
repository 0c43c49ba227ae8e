import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { UNIT_BUDGETS } from '../../bench/budgets.ts';
import { SUPERVISION_WORK } from '../../shared/supervisions/supervision-work.ts';
import { supervisionWatchKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

const unitsSchema = z.object({ CapacityUnits: z.optional(z.number()) });
const outputSchema = z.object({ ConsumedCapacity: z.optional(z.union([unitsSchema, z.array(unitsSchema)])) });

let guard: TestGuard;
let master: string;
const units = { read: 0, write: 0 };
beforeAll(async () => {
  guard = await startGuard();
  master = await guard.signIn('master@acme.test');
  guard.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity = [] } = outputSchema.parse(result.output);
        const sum = [ConsumedCapacity].flat().reduce((all, it) => all + (it.CapacityUnits ?? 0), 0);
        units[/Get|Query/.test(commandName) ? 'read' : 'write'] += sum;
        return result;
      },
    { step: 'initialize', name: 'units' },
  );
});
afterAll(() => guard.stop());

async function as(request: string, json?: object) {
  const answer = await guard.call(request, { token: master, ...(json ? { json } : {}) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
}

test('A supervision that holds costs at most 3 write units a window, beside the opening itself', async () => {
  const tenantId = (await as('GET /api/v1/auth/me')).tenant_id;
  // The largest that a person makes: long names, two windows for each day, and many excepted dates.
  const site = await as('POST /api/v1/sites', { name: 'x'.repeat(120), timezone: 'UTC' });
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const windows = weekdays.flatMap((day) => [
    { weekdays: [day], from: '07:00', to: '11:00' },
    { weekdays: [day], from: '11:30', to: '12:10' },
  ]);
  const except = Array.from({ length: 100 }, (_, day) =>
    new Date(Date.parse('2027-01-01') + day * 86_400_000).toISOString().slice(0, 10),
  );
  const json = { name: 'x'.repeat(120), site_id: site.id, kind: 'closing', windows, except };
  const { id } = await as('POST /api/v1/supervisions', json);
  await as('POST /api/v1/reports', { events: [{ action: 'open', site_id: site.id }] });
  units.write = 0;
  await as('POST /api/v1/reports', { events: [{ action: 'close', site_id: site.id, id: 'a' }] });
  console.log(`A closing by a report: ${units.write} write units, with its counter`);
  const run = async () => {
    const item = await getItem(guard.table, supervisionWatchKey(tenantId, id));
    const due = new Date(String(item?.['due']));
    guard.clock.now = new Date(due.getTime() + 30_000);
    units.read = 0;
    units.write = 0;
    await SUPERVISION_WORK.run(item ?? {}, {
      table: guard.table,
      now: guard.clock.now,
      randomBytes: (size) => new Uint8Array(size),
      ownHeartbeat: { checkedAt: guard.clock.now, resumedAt: new Date(0) },
      log: () => {},
    });
    return { ...units };
  };
  const costs = [await run(), await run(), await run()];
  const { readUnits, writeUnits } = UNIT_BUDGETS.supervisionHolds;
  expect(costs.map(({ write }) => write)).toEqual([writeUnits, writeUnits, writeUnits]);
  for (const { read } of costs) expect(read).toBeLessThanOrEqual(readUnits);
  console.log(`A supervision that holds: ${costs[0]?.write} write units, ${costs[0]?.read} read units`);
  master = await guard.signIn('master@acme.test');
  expect((await as(`GET /api/v1/sites/${site.id}/alerts`)).data).toEqual([]);
});
