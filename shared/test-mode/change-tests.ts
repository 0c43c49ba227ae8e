import { isOperational, type Role } from '../base/access.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { formatTimestamp, laterThan } from '../base/time.ts';
import { LISTED_TESTS, type ListedTest, TEST_USES, type TestUse } from '../sites/listed-test.ts';
import { SITES, type StoredSite } from '../sites/site.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { timerAttributes } from '../table/timer.ts';
import { putEntity } from '../table/writes.ts';
import {
  checkOwnUses,
  checkTests,
  checkTypes,
  checkUses,
  currentUses,
  cutUses,
  LONGEST_TEST_MS,
  withUse,
} from './check-test.ts';
import { recordTestEvent, type TestContext } from './record-test-event.ts';
import {
  isOver,
  listedTest,
  runningTimer,
  type SiteTest,
  type SiteTestInput,
  type StoredTest,
  TESTS,
  testItem,
} from './site-test.ts';

/**
 * Every change of a test is also a change of its site, which lists its tests. So changes of one site's tests happen one after
 * the other: the limits are exact, and raising an alert finds the tests in the site's item, which it reads anyway.
 */

export interface ChangingTest extends TestContext {
  readonly role: Role;
  readonly now: Date;
}

/** Puts an existing site on test, with other writes in the same transaction. Throws `test_limit_reached` beyond a limit. */
export function startTest(
  table: Table,
  site: StoredSite,
  { device_ids, ...input }: SiteTestInput,
  { id, ...changing }: ChangingTest & { readonly id: string },
  alongside: (test: SiteTest) => readonly GuardedWrite[],
): Promise<SiteTest> {
  const { actor, role, now } = changing;
  const at = formatTimestamp(now);
  checkEnd(input.ends_at, at, now);
  checkTypes(role, input.types);
  return decideAndWrite(table, site, reloadEntity(table, SITES, site), (current, writeId) => {
    const test: SiteTest = {
      id,
      tenant_id: current.entity.tenant_id,
      site_id: current.entity.id,
      ...input,
      device_ids: device_ids && [...new Set(device_ids)],
      started_by: actor,
      created_at: at,
      ended_at: null,
      updated_at: at,
      version: 1,
    };
    const tests = [...running(current.tests, now), listedTest(test)];
    checkTests(tests);
    const testUses = used(current.testUses, { test, from: at }, changing);
    const writes = [
      changeTests(table, current, { tests, testUses }, writeId),
      putEntity(table, testItem(test, runningTimer(test, now))),
      recordTestEvent(table, test, 'started', changing),
      ...auditWrites(table, TESTS, undefined, test),
      ...alongside(test),
    ];
    return { writes, result: test };
  });
}

/** Moves the end of a running test. Throws `test_ended`, or `test_limit_reached` beyond a limit. */
export async function moveTestEnd(
  table: Table,
  { entity }: StoredTest,
  ends_at: string,
  { ifMatch, ...changing }: ChangingTest & { readonly ifMatch: string | undefined },
): Promise<SiteTest> {
  const { now, role } = changing;
  checkEnd(ends_at, entity.created_at, now);
  return changeTest(table, entity, ({ site, test: stored }, writeId) => {
    const { entity: test, version, timer } = stored;
    checkIfMatch(ifMatch, test);
    if (test.ended_at !== null || isOver(test, now) || !site) throw new ApiError('test_ended');
    if (ends_at === test.ends_at) return { writes: [], result: test };
    if (ends_at > test.ends_at) checkTypes(role, test.types);
    const changed = changedTest(test, { ends_at }, now);
    const tests = site.tests.map((it) => (it.id === test.id ? listedTest(changed) : it));
    const testUses = used(
      cutUses(site.testUses, test.id, ends_at),
      { test: changed, from: test.ends_at },
      changing,
    );
    const writes = [
      changeTests(table, site, { tests, testUses }, writeId),
      changeItem(table, testItem(test, timer), testItem(changed, runningTimer(changed, now)), {
        version,
        writeId,
      }),
      recordTestEvent(table, changed, 'changed', changing),
      ...auditWrites(table, TESTS, test, changed),
    ];
    return { writes, result: changed };
  });
}

/** Ends a test early. A test does not change if it has already ended, or if its time is over. */
export async function endTest(
  table: Table,
  { entity }: StoredTest,
  { ifMatch, ...changing }: Omit<ChangingTest, 'role'> & { readonly ifMatch: string | undefined },
): Promise<void> {
  const { now } = changing;
  await changeTest(table, entity, ({ site, test: stored }, writeId) => {
    const { entity: test } = stored;
    checkIfMatch(ifMatch, test);
    if (test.ended_at !== null || isOver(test, now)) return NOTHING;
    const ended = changedTest(test, { ended_at: formatTimestamp(now) }, now);
    const writes = [
      ...endWrites(table, { site, test: stored, ended }, { ...changing, writeId }),
      ...auditWrites(table, TESTS, test, undefined),
    ];
    return { writes, result: ended };
  });
}

const NOTHING: Decision<undefined> = { writes: [], result: undefined };

/** Ends a test whose time is over, as of its planned end. Returns the ended test. */
export function endOverTest(
  table: Table,
  { entity }: StoredTest,
  context: TestContext & { readonly now: Date },
): Promise<StoredTest> {
  return changeTest(table, entity, ({ site, test: stored }, writeId) => {
    const { entity: test } = stored;
    if (test.ended_at !== null || !isOver(test, context.now)) return { writes: [], result: stored };
    const ended = changedTest(test, { ended_at: test.ends_at }, context.now);
    const writes = endWrites(table, { site, test: stored, ended }, { ...context, writeId });
    return { writes, result: { ...stored, entity: ended } };
  });
}

/** Makes the writes that end all tests of a site, for the transaction that deletes the site. */
export async function endTestsOf(
  table: Table,
  { entity: { tenant_id }, tests }: StoredSite,
  context: TestContext & { readonly now: Date; readonly writeId: string },
): Promise<GuardedWrite[]> {
  if (tests.length === 0) return [];
  const items = await batchGet(
    table,
    tests.map(({ id }) => TESTS.key(tenant_id, id)),
  );
  return items.flatMap((item) => {
    const test = item && TESTS.read(item);
    if (!test || test.entity.ended_at !== null) return [];
    const ended = changedTest(test.entity, { ended_at: formatTimestamp(context.now) }, context.now);
    return endWrites(table, { site: undefined, test, ended }, context);
  });
}

interface Found {
  /** `undefined` if the site was deleted. */
  readonly site: StoredSite | undefined;
  readonly test: StoredTest;
}

async function changeTest<R>(
  table: Table,
  { id, tenant_id, site_id }: SiteTest,
  change: (found: Found, writeId: string) => Decision<R>,
): Promise<R> {
  const load = async () => {
    const keys = [SITES.key(tenant_id, site_id), TESTS.key(tenant_id, id)];
    const [siteItem, testItem] = await batchGet(table, keys);
    if (!testItem) return undefined;
    const test = TESTS.read(testItem);
    return { site: siteItem && SITES.read(siteItem), test, version: test.version };
  };
  return decideAndWrite(table, await load(), load, change);
}

function endWrites(
  table: Table,
  { site, test, ended }: Found & { readonly ended: SiteTest },
  { now, writeId, ...context }: TestContext & { readonly now: Date; readonly writeId: string },
): GuardedWrite[] {
  const { entity, version, timer } = test;
  // The timer then looks for trouble that lasts.
  const after = testItem(ended, timerAttributes('test', ended.id, now));
  const remaining = site && {
    tests: site.tests.filter(({ id }) => id !== ended.id),
    testUses: cutUses(site.testUses, ended.id, ended.ended_at ?? ended.ends_at),
  };
  return [
    ...(site && remaining ? [changeTests(table, site, remaining, writeId)] : []),
    changeItem(table, testItem(entity, timer), after, { version, writeId }),
    recordTestEvent(table, ended, 'ended', context),
  ];
}

type Listed = Pick<StoredSite, 'tests' | 'testUses'>;

function changeTests(table: Table, site: StoredSite, after: Listed, writeId: string): GuardedWrite {
  const item = SITES.item(site.entity);
  const withTests = ({ tests, testUses }: Listed) => ({
    ...item,
    [LISTED_TESTS]: tests,
    [TEST_USES]: testUses,
  });
  return changeItem(table, withTests(site), withTests(after), { version: site.version, writeId });
}

const running = (tests: readonly ListedTest[], now: Date) => tests.filter((test) => !isOver(test, now));

/**
 * The times for which operators put the site on test, with a new start or extension. Throws `test_limit_reached` beyond a
 * limit.
 */
function used(
  uses: readonly TestUse[],
  { test, from }: { readonly test: SiteTest; readonly from: string },
  { role, now, actor }: Pick<ChangingTest, 'role' | 'now' | 'actor'>,
): readonly TestUse[] {
  const current = currentUses(uses, now);
  const { id: by } = actor;
  if (!isOperational(role) || by === null || test.ends_at <= from) return current;
  const after = withUse(current, { test_id: test.id, from, until: test.ends_at, by });
  checkUses(after);
  checkOwnUses(after, by);
  return after;
}

/** Changes fields of a test. Its `updated_at` is later than before, even if clocks differ. */
function changedTest(test: SiteTest, changes: Partial<SiteTest>, now: Date): SiteTest {
  const updated_at = laterThan(test.updated_at, formatTimestamp(now));
  return { ...test, ...changes, updated_at, version: test.version + 1 };
}

function checkEnd(endsAt: string, beganAt: string, now: Date): void {
  const end = Date.parse(endsAt);
  if (end <= now.getTime()) throw invalidField('ends_at', 'The ends_at field must be in the future.');
  if (end - Date.parse(beganAt) > LONGEST_TEST_MS) {
    throw invalidField('ends_at', 'The ends_at field must be at most 24 hours after the beginning.');
  }
}
