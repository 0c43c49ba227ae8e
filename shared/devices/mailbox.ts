import * as z from 'zod/mini';
import { deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { ABSENT } from '../table/expression.ts';
import { mailAddressKey, mailboxKey, mailStateKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { deleteAny, deleteIf } from '../table/writes.ts';
import type { StoredDevice } from './device.ts';

/** The attribute with the hash of a mail address. It is outside `data`, so no response contains it. */
export const MAIL_SECRET = 'secret_hash';

/** Makes the writes that end the mail address of a device which is deleted. They are refused if another is made meanwhile. */
export async function removeMailAddress(
  table: Table,
  { entity: { tenant_id, id } }: Pick<StoredDevice, 'entity'>,
): Promise<GuardedWrite[]> {
  const key = mailAddressKey(tenant_id, id);
  const item = await getItem(table, key);
  if (!item) return [deleteIf(table, key, ABSENT, 'stale')];
  return [
    deleteItem(table, key, readVersion(item)),
    deleteAny(table, mailboxKey(z.string().parse(item[MAIL_SECRET]))),
    deleteAny(table, mailStateKey(tenant_id, id)),
  ];
}
