import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { type Escalation, readTenantEscalation } from '../base/severities.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { tenantKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { TENANTS } from './tenant.ts';

/** Reads the escalation of a tenant. Throws `not_found` if the tenant does not exist. */
export async function getTenantEscalation(table: Table, tenantId: string): Promise<Escalation> {
  const stored = await load(table, tenantId);
  if (!stored) throw new ApiError('not_found');
  return stored.escalation;
}

/** Replaces the escalation of a tenant, if it matches If-Match. Open alerts keep their steps. */
export async function setTenantEscalation(
  table: Table,
  tenantId: string,
  escalation: Escalation,
  ifMatch: string | undefined,
): Promise<Escalation> {
  const reload = () => load(table, tenantId);
  return decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const { item, version, escalation: before, name } = current;
    checkIfMatch(ifMatch, before);
    const withEscalation = (its: Escalation) => ({ id: tenantId, name, escalation: its });
    const writes = [
      changeItem(table, item, { ...item, escalation }, { version, writeId }),
      ...auditWrites(table, TENANTS, withEscalation(before), withEscalation(escalation)),
    ];
    return { writes, result: escalation };
  });
}

async function load(table: Table, tenantId: string) {
  const key = tenantKey(tenantId);
  const found = await getItem(table, key);
  if (!found) return undefined;
  const isSet = found['escalation'] !== undefined;
  const escalation = readTenantEscalation(found);
  const item = { ...key, ...(isSet ? { escalation } : {}) };
  return { item, version: readVersion(found), escalation, name: TENANTS.entityOf(found).name };
}
