import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import { batchGet } from '../table/batch-get.ts';
import { attribute, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { KEYS, type Key, LAST_USED_AT } from './key.ts';

export async function listKeys(table: Table, extent: Extent, page: PageRequest): Promise<Page<Key>> {
  const found = await listEntities(table, KEYS, planList(KEYS, extent), page);
  // A tenant's list is read from the table itself. The index of the platform does not project the last use.
  return extent.kind === 'platform' ? { ...found, items: await withLastUse(table, found.items) } : found;
}

async function withLastUse(table: Table, keys: readonly Key[]): Promise<Key[]> {
  const uses = await batchGet(
    table,
    keys.map(({ tenant_id, id }) => KEYS.key(tenant_id, id)),
    expression`pk, sk, ${attribute(LAST_USED_AT)}`,
  );
  return keys.map((key, place) => {
    const lastUsedAt = uses[place]?.[LAST_USED_AT];
    return typeof lastUsedAt === 'string' ? { ...key, last_used_at: lastUsedAt } : key;
  });
}
