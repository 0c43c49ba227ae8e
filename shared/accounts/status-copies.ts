import type { Expression } from '../table/expression.ts';
import { COPIED_STATUS, type ItemKey, statusCopyKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';

/**
 * How many copies of a tenant's status there are. Every request reads whether its tenant is active, but DynamoDB reads one
 * item at most 3,000 times a second. For a tenant with more requests, `spread-tenant` writes copies of its status. Each
 * transaction that changes the status changes all copies, so that every copy shows a deactivation as soon as the tenant does.
 */
export const STATUS_COPIES = 8;

/**
 * Tenants that have copies, as far as this process knows. This only decides where to read first: if a copy is missing, the
 * tenant itself is read.
 */
export type SpreadTenants = Set<string>;

type Item = Record<string, unknown>;

interface TenantReading {
  readonly tenantId: string;
  /** The random number of a token or an API key, which chooses the copy. */
  readonly number: number;
  readonly spread: SpreadTenants;
}

/** Reads a tenant, or a copy of its status, and other items in one strongly consistent call. */
export async function readWithTenant(
  table: Table,
  { tenantId, number, spread }: TenantReading,
  keys: readonly ItemKey[],
  projection: Expression,
): Promise<[tenant: Item | undefined, ...others: (Item | undefined)[]]> {
  const read = async (key: ItemKey) => {
    const [tenant, ...others] = await batchGet(table, [key, ...keys], { projection });
    return [tenant, ...others] as const;
  };
  if (spread.has(tenantId)) {
    const [copy, ...others] = await read(statusCopyKey(tenantId, number % STATUS_COPIES));
    if (copy) return [copy, ...others];
    spread.delete(tenantId);
  }
  const [tenant, ...others] = await read(tenantKey(tenantId));
  if (tenant?.[COPIED_STATUS] === 'active') spread.add(tenantId);
  return [tenant, ...others];
}
