import type { Tenant } from '../../shared/tenants/tenant.ts';
import type { AdminCommand } from './context.ts';
import { everyTenant } from './every-tenant.ts';
import { type Column, listLines } from './lines.ts';

const COLUMNS: readonly Column<Tenant>[] = [
  { title: 'tenant', width: 36, text: ({ id }) => id },
  { title: 'status', width: 8, text: ({ status }) => status },
  { title: 'created', width: 29, text: ({ created_at }) => created_at },
  { title: 'name', width: 0, text: ({ name }) => name },
];

export const listTenantsCommand: AdminCommand<{ json?: boolean }> = async ({ table }, { json }) =>
  listLines(everyTenant(table), { columns: COLUMNS, none: 'There is no tenant.', json });
