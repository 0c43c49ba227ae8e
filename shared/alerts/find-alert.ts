import { sha256 } from '../base/digest.ts';
import { deviceAlertPrefix, type ItemKey, tenantPartition } from '../table/keys.ts';
import { getItem, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert, isHigher, type StoredAlert } from './alert.ts';
import {
  type Claim,
  type Claimant,
  findOpenAlert,
  isSettled,
  readOpenAlert,
  withOccurrences,
} from './dedup-key.ts';

/** Reads the item of an alert, strongly consistent. Its occurrences may lag: `readAlert` includes those of its claim. */
export async function findAlert(
  table: Table,
  tenantId: string,
  id: string,
): Promise<StoredAlert | undefined> {
  const item = await getItem(table, ALERTS.key(tenantId, id));
  return item && ALERTS.read(item);
}

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

type Item = Readonly<Record<string, unknown>>;

/** The claim of an item that was read by its key. */
export function readClaim(key: ItemKey | undefined, item: Item | undefined): Claim | undefined {
  return key && item && { key, open: readOpenAlert(item) };
}

/** Sorts claims by severity. */
export function worstFirst({ open: a }: Claim, { open: b }: Claim): number {
  return Number(isHigher(b.severity, a.severity)) - Number(isHigher(a.severity, b.severity));
}

/** A device with dedup keys of its own, and its current site. */
interface PlacedDevice {
  readonly tenantId: string;
  readonly siteId: string;
  readonly deviceId: string;
}

/**
 * The claims of a device's own dedup key: first those of its current site, the most severe first, then those of the
 * sites that it left while its alert was open.
 */
export async function findDeviceClaims(
  table: Table,
  { tenantId, siteId, deviceId }: PlacedDevice,
  dedupKey: string,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  const prefix = deviceAlertPrefix(deviceId, sha256(dedupKey));
  for await (const item of queryAll(table, tenantPartition(tenantId), prefix)) {
    claims.push({ key: { pk: String(item['pk']), sk: String(item['sk']) }, open: readOpenAlert(item) });
  }
  const isHere = ({ key }: Claim) => key.sk.endsWith(`#${siteId}`);
  return claims.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)) || worstFirst(a, b));
}
