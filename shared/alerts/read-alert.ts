import type { Table } from '../table/table.ts';
import type { Alert } from './alert.ts';
import { type Claimant, findOpenAlert, withOccurrences } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';

/** An alert as it is now, with what was counted beside it, strongly consistent. */
export async function readAlert(table: Table, tenantId: string, id: string): Promise<Alert | undefined> {
  const stored = await findAlert(table, tenantId, id);
  return stored && countedAlert(table, stored);
}

/**
 * An alert that was just read, with what was counted beside it, as both were at one instant. The claim is read after the
 * alert, which may have changed in between. Where the claim says no more than the alert, nothing was counted until the alert
 * was read. Otherwise the alert is read again, until it has not changed while the claim was read.
 */
export async function countedAlert(table: Table, read: Claimant): Promise<Alert> {
  let current = read;
  while (true) {
    const { entity } = current;
    if (entity.status === 'resolved' || entity.dedup_key === null) return entity;
    const open = await findOpenAlert(table, current);
    if (open?.count === entity.occurrences) return entity;
    const again = await findAlert(table, entity.tenant_id, entity.id);
    if (!again) return entity;
    if (again.entity.version === entity.version) return withOccurrences(entity, open);
    current = again;
  }
}
