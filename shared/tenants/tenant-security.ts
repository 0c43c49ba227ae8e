import * as z from 'zod/mini';
import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { withMeta } from '../base/schema.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { REQUIRES_SECOND_FACTOR, tenantKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { tenantItem, writeCopies } from './change-tenants.ts';
import { type StoredTenant, TENANTS } from './tenant.ts';

/** Reads by which factors people of a tenant must sign in. Throws `not_found` if the tenant does not exist. */
export async function getTenantSecurity(table: Table, tenantId: string): Promise<Security> {
  const stored = await load(table, tenantId);
  if (!stored) throw new ApiError('not_found');
  return securityOf(stored);
}

/**
 * Sets by which factors people of a tenant must sign in, if the setting matches If-Match. It also writes this to the copies
 * of the tenant's status, which authentication reads. It takes effect at the next request of every session.
 */
export async function setTenantSecurity(
  table: Table,
  tenantId: string,
  security: Security,
  ifMatch: string | undefined,
): Promise<Security> {
  const reload = () => load(table, tenantId);
  return decideAndWrite(table, await reload(), reload, (stored, writeId) => {
    checkIfMatch(ifMatch, securityOf(stored));
    const { entity, version, copiedStatus } = stored;
    const requiresSecondFactor = security.second_factor === 'required';
    const withName = { id: tenantId, name: entity.name };
    const item = tenantItem(entity, copiedStatus);
    const before = { ...item, [REQUIRES_SECOND_FACTOR]: stored.requiresSecondFactor };
    const after = { ...item, [REQUIRES_SECOND_FACTOR]: requiresSecondFactor };
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...auditWrites(table, TENANTS, { ...withName, ...securityOf(stored) }, { ...withName, ...security }),
      ...(copiedStatus
        ? writeCopies(table, { ...entity, status: copiedStatus }, { requiresSecondFactor })
        : []),
    ];
    return { writes, result: security };
  });
}

async function load(table: Table, tenantId: string): Promise<StoredTenant | undefined> {
  const item = await getItem(table, tenantKey(tenantId));
  return item && TENANTS.read(item);
}

const securityOf = ({ requiresSecondFactor }: StoredTenant): Security => ({
  second_factor: requiresSecondFactor ? 'required' : 'optional',
});

const fields = {
  second_factor: withMeta(z.enum(['optional', 'required']), {
    description: 'Whether those who sign in with a password need a second factor.',
  }),
};
const EXAMPLE = { second_factor: 'required' };

export const securityInputSchema = withMeta(z.strictObject(fields), {
  id: 'SecurityInput',
  examples: [EXAMPLE],
});

export const securitySchema = withMeta(z.object(fields), { id: 'Security', examples: [EXAMPLE] });

type Security = z.infer<typeof securitySchema>;
