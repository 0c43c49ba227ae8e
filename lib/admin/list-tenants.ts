import type { Page, PageRequest } from '../../shared/lists/page.ts';
import type { Table } from '../../shared/table/table.ts';
import { listTenants } from '../../shared/tenants/list-tenants.ts';
import type { Tenant } from '../../shared/tenants/tenant.ts';
import type { AdminCommand } from './context.ts';
import { type Column, listLines } from './lines.ts';

const PAGE_SIZE = 100;

const COLUMNS: readonly Column<Tenant>[] = [
  { title: 'tenant', width: 36, text: ({ id }) => id },
  { title: 'status', width: 8, text: ({ status }) => status },
  { title: 'created', width: 29, text: ({ created_at }) => created_at },
  { title: 'name', width: 0, text: ({ name }) => name },
];

/** Lists every tenant, newest first. */
export const listTenantsCommand: AdminCommand<{ json?: boolean }> = async ({ table }, { json }) =>
  listLines(everyTenant(table), { columns: COLUMNS, none: 'There is no tenant.', json });

/** Reads page by page: a tenant that is created meanwhile may be missing. */
async function* everyTenant(table: Table): AsyncGenerator<Tenant> {
  let position: PageRequest['position'];
  do {
    const page: Page<Tenant> = await listTenants(table, { kind: 'platform' }, { position, limit: PAGE_SIZE });
    yield* page.items;
    position = page.next;
  } while (position);
}
