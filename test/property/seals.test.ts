import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAuditLog } from '../../lib/admin/check-audit-log.ts';
import { sealKeyOf } from '../../shared/audit/seal.ts';
import { sealAll } from '../../shared/audit/seal-events.ts';
import { readAuditChanges, storeUnsealed } from '../../shared/audit/unsealed.ts';
import { newId } from '../../shared/base/ids.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import { auditItem, put, recordOf } from '../support/audit-events.ts';
import { TEST_KEY } from '../support/function-variables.ts';
import { startTable, type TestTable } from '../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOW = new Date('2026-11-20T12:00:00.000Z');
const EVENTS = 120;

/** The next event: the stream delivers some events, in any order and again and again, or some sealers run at once. */
const step = fc.oneof(
  fc.record({ deliver: fc.array(fc.nat(EVENTS - 1), { minLength: 1, maxLength: 60 }) }),
  fc.record({ sealers: fc.integer({ min: 1, max: 3 }) }),
);

test('Each audit event has exactly one seal, even if events arrive out of order or repeatedly and several sealers run at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const tenantId = newId(NOW, randomBytes);
      const key = sealKeyOf(connectKey(TEST_KEY, () => NOW));
      const items = Array.from({ length: EVENTS }, () => auditItem(tenantId, newId(NOW, randomBytes)));
      await Promise.all(items.map((it) => put(table, it)));
      const deliver = (chosen: readonly (typeof items)[number][]) =>
        storeUnsealed(table, readAuditChanges(chosen.map((it) => recordOf(undefined, it, NOW))).events);
      const seal = () => sealAll(table, { now: NOW, key, copies: undefined, onFailure: expect.fail });
      for (const it of steps) {
        if ('deliver' in it) await deliver(it.deliver.flatMap((place) => items[place] ?? []));
        else await Promise.all(Array.from({ length: it.sealers }, seal));
      }
      // The stream delivers each event in the end.
      await Promise.all([deliver(items), seal()]);
      await seal();
      await seal();
      const { faults, seals, waiting } = await checkAuditLog(table, tenantId, {
        now: NOW,
        key,
        copies: undefined,
      });
      expect({ faults, waiting }).toEqual({ faults: [], waiting: 0 });
      const sealed = seals.flatMap(({ events }) => events.map(({ id }) => id));
      expect(sealed.toSorted()).toEqual(items.map(({ data }) => data.id).toSorted());
    }),
    { numRuns: 8 },
  );
});
