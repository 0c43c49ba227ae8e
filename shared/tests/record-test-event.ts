import type { RecordedActor } from '../actor.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { epochSecondsAfterDays } from '../time.ts';
import type { SiteTest } from './site-test.ts';
import { TEST_EVENTS, type TestEventAction } from './test-event.ts';

/** Entries are kept as long as deliveries, their only readers. */
const KEPT_DAYS = 7;

export interface TestContext {
  readonly actor: RecordedActor;
  /** Makes an id that sorts by the given timestamp. */
  readonly newId: (at: string) => string;
}

/** The write of the entry of a change, for its transaction. */
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
