import type { Table } from '../table/table.ts';
import type { Alert } from './alert.ts';
import { type Claimant, findOpenAlert, isSettled, withOccurrences } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';

/** Reads an alert with the occurrences of its claim, strongly consistent. */
export async function readAlert(table: Table, tenantId: string, id: string): Promise<Alert | undefined> {
  const stored = await findAlert(table, tenantId, id);
  return stored && countedAlert(table, stored);
}

/**
 * Adds the occurrences of its claim to an alert that was just read, as both were at one instant. If the count of the claim
 * differs, reads the alert again until it did not change during the read of the claim.
 */
export async function countedAlert(table: Table, read: Claimant): Promise<Alert> {
  let current = read;
  while (true) {
    const { entity } = current;
    if (isSettled(entity) || entity.dedup_key === null) return entity;
    const open = await findOpenAlert(table, current);
    if (open?.count === entity.occurrences) return entity;
    const again = await findAlert(table, entity.tenant_id, entity.id);
    if (!again) return entity;
    if (again.entity.version === entity.version) return withOccurrences(entity, open);
    current = again;
  }
}
