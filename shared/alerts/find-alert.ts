import { deviceAlertPrefix, type ItemKey, tenantPartition } from '../table/keys.ts';
import { getItem, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert, isHigher, type StoredAlert } from './alert.ts';
import {
  type Claim,
  type Claimant,
  claimsOf,
  findOpenAlert,
  isSettled,
  readOpenAlert,
  withOccurrences,
} from './dedup-key.ts';

/**
 * Reads the item of an alert, strongly consistent. The number of occurrences in it may lag behind its claim; `readAlert`
 * returns the exact number.
 */
export async function findAlert(
  table: Table,
  tenantId: string,
  id: string,
): Promise<StoredAlert | undefined> {
  const item = await getItem(table, ALERTS.key(tenantId, id));
  return item && ALERTS.read(item);
}

/** Reads an alert with the exact number of occurrences that its claim has counted, strongly consistent. */
export async function readAlert(table: Table, tenantId: string, id: string): Promise<Alert | undefined> {
  const stored = await findAlert(table, tenantId, id);
  return stored && countedAlert(table, stored);
}

/**
 * Returns an alert that was just read with the occurrences of its claim, both as of one instant. If the claim's count
 * differs, it reads the alert again, until the alert did not change while the claim was read.
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

/** Makes a claim of an item and the key by which it was read. */
export function readClaim(key: ItemKey | undefined, item: Item | undefined): Claim | undefined {
  return key && item && { key, open: readOpenAlert(item) };
}

/** Sorts claims by the severity of their alert, the highest first. */
export function worstFirst({ open: a }: Claim, { open: b }: Claim): number {
  return Number(isHigher(b.severity, a.severity)) - Number(isHigher(a.severity, b.severity));
}

/** A device whose reports have dedup keys of their own, and its current site. */
interface PlacedDevice {
  readonly tenantId: string;
  readonly siteId: string;
  readonly deviceId: string;
}

/** Reads the open alerts with dedup keys that only one device uses, at all sites. */
export async function findDeviceAlerts(
  table: Table,
  { tenantId, deviceId }: Omit<PlacedDevice, 'siteId'>,
): Promise<StoredAlert[]> {
  const ids = new Set<string>();
  for await (const item of queryAll(table, tenantPartition(tenantId), deviceAlertPrefix(deviceId, ''))) {
    ids.add(readOpenAlert(item).alertId);
  }
  const alerts = await Promise.all([...ids].map((id) => findAlert(table, tenantId, id)));
  return alerts.flatMap((alert) => (alert && alert.entity.status !== 'resolved' ? [alert] : []));
}

/**
 * Reads the claims of a device-bound dedup key; without a user in it, those of all users. Those at the device's current site come first, then those at the sites that
 * it left while an alert was open; within each group, the highest severity comes first.
 */
export async function findDeviceClaims(
  table: Table,
  { tenantId, siteId, deviceId }: PlacedDevice,
  dedupKey: string,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  const { hash, isOwn } = claimsOf(dedupKey);
  for await (const item of queryAll(table, tenantPartition(tenantId), deviceAlertPrefix(deviceId, hash))) {
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    if (isOwn(key)) claims.push({ key, open: readOpenAlert(item) });
  }
  const isHere = ({ key }: Claim) => key.sk.endsWith(`#${siteId}`);
  return claims.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)) || worstFirst(a, b));
}
