import type { Page, PageRequest } from '../../shared/table/list-page.ts';
import type { Table } from '../../shared/table/table.ts';
import { listTenants } from '../../shared/tenants/change-tenants.ts';
import type { Tenant } from '../../shared/tenants/tenant.ts';

const PAGE_SIZE = 100;

/** Reads every tenant page by page, newest first: one that is created meanwhile may be missing. */
export async function* everyTenant(table: Table): AsyncGenerator<Tenant> {
  let position: PageRequest['position'];
  do {
    const page: Page<Tenant> = await listTenants(table, { kind: 'platform' }, { position, limit: PAGE_SIZE });
    yield* page.items;
    position = page.next;
  } while (position);
}
