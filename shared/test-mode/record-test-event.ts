import type { RecordedActor } from '../base/actor.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import type { StoredSite } from '../sites/site.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { type Extent, planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { shownTest } from './check-test.ts';
import { isOver, RUNNING, type SiteTest, TESTS } from './site-test.ts';
import { TEST_EVENTS, type TestEventAction } from './test-event.ts';

/** For how many days entries are kept: as long as webhook deliveries, because only these read them. */
const KEPT_DAYS = 7;

export interface TestContext {
  readonly actor: RecordedActor;
  /** Makes an id that sorts by the given timestamp. */
  readonly newId: (at: string) => string;
}

/** Makes the write of the entry of a test's change, for the transaction of that change. */
export function recordTestEvent(
  table: Table,
  test: SiteTest,
  action: TestEventAction,
  { actor, newId }: TestContext,
  at = test.updated_at,
): GuardedWrite {
  const { id: test_id, tenant_id, site_id } = test;
  const entry = TEST_EVENTS.item({ id: newId(at), test_id, tenant_id, site_id, action, actor, at, test });
  return putOwn(table, { ...entry, [TTL_ATTRIBUTE]: epochSecondsAfterDays(at, KEPT_DAYS) });
}

/** Lists the running tests of a site that was read, newest first. */
export async function listSiteTests(
  table: Table,
  { entity, tests }: StoredSite,
  now: Date,
): Promise<SiteTest[]> {
  const keys = tests.map(({ id }) => TESTS.key(entity.tenant_id, id));
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  return items
    .flatMap((item) => (item ? [TESTS.entityOf(item)] : []))
    .filter((test) => test.ended_at === null && !isOver(test, now))
    .map((test) => shownTest(test))
    .reverse();
}

/** Reads a page of the tests that have not ended, newest first. */
export async function listTests(table: Table, extent: Extent, page: PageRequest): Promise<Page<SiteTest>> {
  const plan = planList(TESTS, extent, 'status', { status: RUNNING });
  const { items, ...others } = await listEntities(table, TESTS, plan, page);
  return { ...others, items: items.map((test) => shownTest(test)) };
}
