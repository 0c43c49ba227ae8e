import { type ActionTime, actionTime } from '../alerts/action-context.ts';
import { readDirectory } from '../alerts/plan-directory.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { readTenantEscalation, readTenantReminders } from '../base/severities.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import { deviceOfWatch, offlineAlertId, readWatch, watchItem, watchKey } from '../devices/heartbeat.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite, untilSettled } from '../table/decide-and-write.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { TimerRun, TimerWork } from '../table/due-timers.ts';
import { planDirectoryKey, tenantKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { includesWrite } from '../table/version.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { endOverTest } from '../test-mode/change-tests.ts';
import { recordTestEvent, type TestContext } from '../test-mode/record-test-event.ts';
import {
  isOver,
  runningTimer,
  type SiteTest,
  type StoredTest,
  TESTS,
  testItem,
} from '../test-mode/site-test.ts';
import { forgetTrouble, readTroubles, recordTrouble, type Trouble } from '../test-mode/trouble.ts';
import { planOfflineAlert } from './offline-alert.ts';
import { SURFACING_NOTE, surfaceReport } from './surface-report.ts';

/** How many troubles one run surfaces at most. The next run, a minute later, continues with the rest. */
const MOST_TROUBLES = 200;
const AT_ONCE = 10;

/** How many days after its end clients can still read a test. */
const KEPT_DAYS = 30;

/**
 * Handles the timers of tests: announces the end, ends the test, then surfaces the trouble that lasts, until none is left. If
 * runs are repeated or parallel, nothing happens twice.
 */
export const TEST_WORK: TimerWork = {
  async run(item, timerRun) {
    const { table, now, randomBytes } = timerRun;
    const stored = TESTS.read(item);
    const context = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF, now };
    if (stored.entity.ended_at === null && !isOver(stored.entity, now)) {
      await announceEnd(table, stored, context);
      return;
    }
    const ended = stored.entity.ended_at === null ? await endOverTest(table, stored, context) : stored;
    // The test was extended meanwhile and has a timer for its new end.
    if (ended.entity.ended_at === null) return;
    await surfaceTroubles(ended, timerRun);
  },
};

/** Announces that the test ends soon, by an entry, and moves the timer to the end. */
function announceEnd(
  table: Table,
  loaded: StoredTest,
  context: TestContext & { readonly now: Date },
): Promise<void> {
  const { now } = context;
  return decideAndWrite(
    table,
    loaded,
    reloadEntity(table, TESTS, loaded),
    ({ entity, version, timer }, writeId) => {
      const isDue = timer.due !== undefined && timer.due <= formatTimestamp(now);
      if (entity.ended_at !== null || isOver(entity, now) || !isDue) return NOTHING;
      const after = testItem(entity, runningTimer(entity, now));
      const writes = [
        changeItem(table, testItem(entity, timer), after, { version, writeId }),
        recordTestEvent(table, entity, 'ending', context, formatTimestamp(now)),
      ];
      return { writes, result: undefined };
    },
  );
}

const NOTHING = { writes: [], result: undefined };

async function surfaceTroubles({ entity }: StoredTest, { table, now, randomBytes }: TimerRun): Promise<void> {
  const troubles = await readTroubles(table, entity, MOST_TROUBLES);
  const failures: unknown[] = [];
  await runInLanes(troubles, AT_ONCE, async (trouble) => {
    const surface = isSilence(trouble) ? surfaceSilence : surfaceReport;
    await surface(table, trouble, now, actionTime(now, randomBytes)).catch((error) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
  if (troubles.length < MOST_TROUBLES) await settle(table, entity);
}

const WATCH_PREFIX = watchKey('', '').sk;
const isSilence = ({ subject }: Trouble) => subject.sk.startsWith(WATCH_PREFIX);

/** Stops the timer. There can be no more trouble, because none is recorded for a test that has ended. */
async function settle(table: Table, { id, tenant_id }: SiteTest): Promise<void> {
  const load = async () => {
    const item = await getItem(table, TESTS.key(tenant_id, id));
    return item && TESTS.read(item);
  };
  await decideAndWrite(table, await load(), load, ({ entity, version, timer }, writeId) => {
    if (timer.due === undefined) return NOTHING;
    const ttl = epochSecondsAfterDays(entity.updated_at, KEPT_DAYS);
    const after = { ...testItem(entity, {}), [TTL_ATTRIBUTE]: ttl };
    return {
      writes: [changeItem(table, testItem(entity, timer), after, { version, writeId })],
      result: undefined,
    };
  });
}

/**
 * Raises the offline alert of a watched device that went offline during a test and still is, unless another test covers the
 * device. In that case it becomes the trouble of that test. There is exactly one alert: the same transaction names it in the
 * watch, and is refused after a heartbeat.
 */
function surfaceSilence(table: Table, trouble: Trouble, now: Date, time: ActionTime): Promise<void> {
  const writeId = table.newWriteId();
  const context = { ...time, actor: GUARD_ITSELF };
  const { subject } = trouble;
  const { tenantId, deviceId } = deviceOfWatch(subject);
  return untilSettled<void>(table, async () => {
    const keys = [subject, DEVICES.key(tenantId, deviceId), tenantKey(tenantId), planDirectoryKey(tenantId)];
    const [watched, device, tenant, plans] = await batchGet(table, keys);
    const stored = readWatch(watched);
    if (stored && includesWrite(stored.version, writeId)) return SETTLED;
    const isActive = tenant !== undefined && TENANTS.entityOf(tenant).status === 'active';
    const isSilent = stored !== undefined && offlineAlertId(stored) === trouble.alertId;
    if (!isSilent || stored.watch.state !== 'offline' || !device || !isActive) {
      await commit(table, [forgetTrouble(table, trouble)]);
      return SETTLED;
    }
    const { entity } = DEVICES.read(device, watched);
    const id = context.newId(context.at);
    const offline = {
      id,
      lastSeen: stored.watch.last_seen,
      escalation: readTenantEscalation(tenant),
      reminders: readTenantReminders(tenant),
      plans: readDirectory(plans),
      now,
      note: SURFACING_NOTE,
    };
    const { testId, writes } = await planOfflineAlert(table, entity, offline, context);
    const { watch, version } = stored;
    const after = { ...watch, alert_id: id };
    const change = changeItem(table, watchItem(entity, watch), watchItem(entity, after), {
      version,
      writeId,
    });
    const surfaced =
      testId === undefined ? [change, ...writes] : recordTrouble(table, tenantId, { ...trouble, testId });
    const written = await commit(table, [...surfaced, forgetTrouble(table, trouble)]);
    return written === 'written' ? SETTLED : undefined;
  });
}

const SETTLED = { result: undefined };
