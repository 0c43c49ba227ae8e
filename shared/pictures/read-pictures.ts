import type { Alert } from '../alerts/alert.ts';
import { epochSecondsAfterDays, toEpochSeconds } from '../base/time.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { PICTURES, type ReadPicture, type StoredPicture } from './picture.ts';

/** Reads the pictures of an alert, at most 36 and those that expired lately, oldest first, strongly consistent. */
export async function readPictures(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
): Promise<ReadPicture[]> {
  const pictures: ReadPicture[] = [];
  for await (const item of queryAll(table, tenantPartition(tenant_id), PICTURES.prefix(id))) {
    pictures.push(PICTURES.read(item));
  }
  return pictures;
}

/** DynamoDB deletes an expired item late, so readers check it. */
export function isExpired({ expiresAt }: Pick<ReadPicture, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= toEpochSeconds(now);
}

interface Keeping {
  /** `pictureRetentionDays` of the stage. */
  readonly retentionDays: number;
  /** When the alert expires, in epoch seconds, if that is known. */
  readonly removal: number | undefined;
  /** Whether somebody holds the pictures of the alert. */
  readonly isHeld: boolean;
}

/** When a picture expires, in epoch seconds: never after its alert. `undefined` if nothing is known of that. */
export function expiryOf(
  { created_at }: Pick<StoredPicture, 'created_at'>,
  { retentionDays, removal, isHeld }: Keeping,
): number | undefined {
  if (isHeld) return removal;
  return Math.min(epochSecondsAfterDays(created_at, retentionDays), removal ?? Number.POSITIVE_INFINITY);
}
