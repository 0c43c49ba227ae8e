import { GUARD_ITSELF } from '../actor.ts';
import { actionTime } from '../alerts/action-context.ts';
import { watchKey } from '../devices/heartbeat.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { endOverTest } from '../tests/change-tests.ts';
import { isOver } from '../tests/match-test.ts';
import { recordTestEvent, type TestContext } from '../tests/record-test-event.ts';
import { runningTimer, type SiteTest, type StoredTest, TESTS, testItem } from '../tests/site-test.ts';
import { readTroubles, type Trouble } from '../tests/trouble.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../time.ts';
import type { TimerRun, TimerWork } from '../timers/timer-work.ts';
import { surfaceReport } from './surface-report.ts';
import { surfaceSilence } from './surface-silence.ts';

/** The maximum number of troubles that one run surfaces. The rest stays for the next run, a minute later. */
const MOST_TROUBLES = 200;
const AT_ONCE = 10;

/** Clients read a test for this long after its end. */
const KEPT_DAYS = 30;

/**
 * The work of a test's timer: announces the end, ends the test, then surfaces the trouble that lasts, until none is left.
 * Repeated and parallel runs do nothing twice.
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
    // It was extended meanwhile, and has its timer.
    if (ended.entity.ended_at === null) return;
    await surfaceTroubles(ended, timerRun);
  },
};

/** The entry that the test ends soon; the timer moves to its end. */
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

/** Stops the timer. No trouble is recorded for a test that has ended, so none can follow. */
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
