import { actionTime } from '../../../shared/alerts/action-context.ts';
import type { Alert } from '../../../shared/alerts/alert.ts';
import { raiseAlert } from '../../../shared/alerts/raise-alert.ts';
import type { RaiseResult } from '../../../shared/alerts/raise-context.ts';
import { resolveByKey } from '../../../shared/alerts/resolve-by-key.ts';
import { newId, type RandomBytes } from '../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../shared/base/time.ts';
import { TEST_WORK } from '../../../shared/reports/run-test.ts';
import { SITES } from '../../../shared/sites/site.ts';
import type { KindKeys } from '../../../shared/table/kind.ts';
import { getItem } from '../../../shared/table/reads.ts';
import { runDue } from '../../../shared/table/run-due.ts';
import type { Table } from '../../../shared/table/table.ts';
import { shardOfTimer } from '../../../shared/table/timer.ts';
import { endTest, moveTestEnd, startTest } from '../../../shared/test-mode/change-tests.ts';
import { TESTS } from '../../../shared/test-mode/site-test.ts';
import { openWorld } from '../heartbeats/world.ts';
import { makeSite } from '../make-site.ts';

const KEY = { kind: 'key', id: '019a0000-0000-7000-8000-0000000000ff', name: 'Panel' } as const;
const ADMIN = { kind: 'user', id: '019a0000-0000-7000-8000-0000000000fe', name: 'Anna' } as const;

export interface Report {
  readonly dedupKey: string;
  readonly type: string;
  readonly deviceId: string | undefined;
}

export interface Limits {
  readonly types: string[] | null;
  readonly deviceIds: string[] | null;
}

/** A site with devices that report while it is put on test, with the timers of tests and watches. */
export interface TestWorld {
  readonly deviceId: string;
  start(minutes: number, limits: Limits, now: Date): Promise<string>;
  move(testId: string, minutes: number, now: Date): Promise<void>;
  end(testId: string, now: Date): Promise<void>;
  report(report: Report, now: Date, through?: Table): Promise<RaiseResult>;
  resolve(dedupKey: string, now: Date, through?: Table): Promise<void>;
  beat(now: Date): Promise<void>;
  /** Runs the timers of one minute. */
  tick(now: Date, through?: Table): Promise<void>;
  alerts(): Promise<Alert[]>;
  isOnline(): Promise<boolean>;
}

export async function openTestWorld(table: Table, begin: Date, randomBytes: RandomBytes): Promise<TestWorld> {
  const premises = await openWorld(table, begin, randomBytes);
  const { tenantId } = premises;
  const siteId = makeSite('1').id;
  const deviceId = await premises.create('Door', 60, begin);
  const shards = new Set<number>();
  const read = async <S>(kind: KindKeys & { read(item: Record<string, unknown>): S }, id: string) =>
    kind.read((await getItem(table, kind.key(tenantId, id))) ?? {});
  const changing = (now: Date) =>
    ({
      ...actionTime(now, randomBytes),
      actor: ADMIN,
      role: 'tenant_admin',
      now,
      ifMatch: undefined,
    }) as const;
  const endAfter = (minutes: number, now: Date) =>
    formatTimestamp(new Date(now.getTime() + minutes * 60_000));
  return {
    deviceId,
    async start(minutes, { types, deviceIds }, now) {
      const id = newId(now, randomBytes);
      shards.add(shardOfTimer(id));
      const input = {
        ends_at: endAfter(minutes, now),
        reason: 'x',
        zone_id: null,
        types,
        device_ids: deviceIds,
      };
      await startTest(table, await read(SITES, siteId), input, { id, ...changing(now) }, () => []);
      return id;
    },
    async move(testId, minutes, now) {
      await moveTestEnd(table, await read(TESTS, testId), endAfter(minutes, now), changing(now));
    },
    end: async (testId, now) => endTest(table, await read(TESTS, testId), changing(now)),
    report: ({ dedupKey, type, deviceId: device_id }, now, through = table) =>
      raiseAlert(
        through,
        { site_id: siteId, type, severity: 'high', message: type, dedup_key: dedupKey, device_id },
        { tenantId, actor: KEY, now, ...actionTime(now, randomBytes) },
      ),
    async resolve(dedupKey, now, through = table) {
      await resolveByKey(through, {
        tenantId,
        siteId,
        dedupKey,
        now,
        once: undefined,
        ownDeviceId: undefined,
        actor: KEY,
        ...actionTime(now, randomBytes),
      });
    },
    beat: (now) => premises.beat(deviceId, now),
    async tick(now, through = table) {
      await premises.watch(now, through);
      for (const shard of shards) {
        await runDue({
          kind: 'test',
          shard,
          work: TEST_WORK,
          run: { table: through, now, randomBytes, ownHeartbeat: undefined, log: () => {} },
          hasTime: () => true,
          onFailure: () => {},
        });
      }
    },
    alerts: () => premises.alerts(),
    isOnline: async () => (await premises.statuses()).get(deviceId) === 'online',
  };
}
