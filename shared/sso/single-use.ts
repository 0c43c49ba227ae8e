import * as z from 'zod/mini';
import type { ApiError } from '../errors.ts';
import type { RandomBytes } from '../ids.ts';
import { sha256 } from '../sha256.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { EXISTS } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteIf } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';

const RANDOM_BYTES = 32;

export const randomText = (randomBytes: RandomBytes): string =>
  Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url');

/** An item that a secret opens once, until it expires. The table contains only a hash of the secret. */
export interface SingleUse<S extends z.ZodMiniType> {
  item(secret: string, data: z.infer<S>, now: Date): ItemKey & Readonly<Record<string, unknown>>;
  /** The data; `undefined` if it was used or has expired. */
  read(table: Table, secret: string, now: Date): Promise<z.infer<S> | undefined>;
  /** The write that uses it. If two are concurrent, one is refused. */
  use(table: Table, secret: string, refused: ApiError): GuardedWrite;
}

export function defineSingleUse<S extends z.ZodMiniType>(
  name: string,
  seconds: number,
  schema: S,
): SingleUse<S> {
  const key = (secret: string): ItemKey => ({ pk: `${name}#${sha256(secret)}`, sk: name });
  const itemSchema = z.object({ expires_at: z.string(), data: z.unknown() });
  return {
    item(secret, data, now) {
      const expiresAt = new Date(now.getTime() + seconds * 1000);
      const ttl = Math.ceil(expiresAt.getTime() / 1000);
      return { ...key(secret), data, expires_at: formatTimestamp(expiresAt), ttl };
    },
    async read(table, secret, now) {
      const item = await getItem(table, key(secret));
      if (!item) return undefined;
      const { expires_at, data } = itemSchema.parse(item);
      return now.getTime() < Date.parse(expires_at) ? schema.parse(data) : undefined;
    },
    use: (table, secret, refused) => deleteIf(table, key(secret), EXISTS, refused),
  };
}
