import { sha256 } from '../sha256.ts';
import { batchGet } from '../table/batch-get.ts';
import { getItem } from '../table/get-item.ts';
import { suppressedKey } from '../table/keys.ts';
import { putItem } from '../table/put-item.ts';
import type { Table } from '../table/table.ts';
import { type Suppression, suppressionSchema } from './mail-status.ts';

/** Addresses are hashed, because they may belong to no user any more. */
const keyOf = (address: string) => suppressedKey(sha256(address.toLowerCase()));

/** Ends mail to an address. Safe to repeat. */
export async function suppress(table: Table, address: string, { reason, at }: Suppression): Promise<void> {
  await putItem(table, { ...keyOf(address), reason, at });
}

/** The addresses among these that get no more mail. */
export async function findSuppressed(table: Table, addresses: readonly string[]): Promise<Set<string>> {
  const items = addresses.length > 0 ? await batchGet(table, addresses.map(keyOf)) : [];
  return new Set(addresses.filter((_, place) => items[place]));
}

/** Why an address gets no more mail; `undefined` if it does. */
export async function findSuppression(table: Table, address: string): Promise<Suppression | undefined> {
  const item = await getItem(table, keyOf(address));
  return item && suppressionSchema.parse(item);
}
