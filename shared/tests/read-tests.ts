import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { StoredSite } from '../sites/site.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { shownTest } from './check-scope.ts';
import { isOver } from './match-test.ts';
import { RUNNING, type SiteTest, TESTS } from './site-test.ts';

/** The running tests of a site that was read, newest first. */
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

/** A page of the tests that have not ended, newest first. */
export async function listTests(table: Table, extent: Extent, page: PageRequest): Promise<Page<SiteTest>> {
  const plan = planList(TESTS, extent, 'status', { status: RUNNING });
  const { items, ...others } = await listEntities(table, TESTS, plan, page);
  return { ...others, items: items.map((test) => shownTest(test)) };
}
