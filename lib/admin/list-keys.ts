import { KEYS, type Key } from '../../shared/keys/key.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import type { AdminCommand } from './context.ts';
import { findTenantId } from './find-tenant-id.ts';
import { type Column, listLines } from './lines.ts';

interface Options {
  readonly tenantId: string;
  readonly json?: boolean;
}

const COLUMNS: readonly Column<Key>[] = [
  { title: 'key', width: 36, text: ({ id }) => id },
  { title: 'last used', width: 29, text: ({ last_used_at }) => last_used_at ?? 'never' },
  { title: 'expires', width: 29, text: ({ expires_at }) => expires_at ?? 'never' },
  { title: 'access', width: 6, text: ({ access }) => access },
  { title: 'bound to', width: 43, text: boundTo },
  { title: 'name', width: 0, text: ({ name }) => name },
];

/** Lists every key of a tenant, oldest first, without secrets. */
export const listKeysCommand: AdminCommand<Options> = async ({ table }, { tenantId, json }) => {
  const id = await findTenantId(table, tenantId);
  return listLines(everyKey(table, id), { columns: COLUMNS, none: `The tenant ${id} has no key.`, json });
};

async function* everyKey(table: Table, tenantId: string): AsyncGenerator<Key> {
  for await (const item of queryAll(table, tenantPartition(tenantId), KEYS.prefix()))
    yield KEYS.read(item).entity;
}

function boundTo({ site_id, device_id }: Key): string {
  if (site_id !== null) return `site ${site_id}`;
  return device_id === null ? 'nothing' : `device ${device_id}`;
}
