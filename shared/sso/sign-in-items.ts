import * as z from 'zod/mini';
import { sha256 } from '../base/digest.ts';
import type { ApiError } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { EXISTS } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteIf } from '../table/writes.ts';
import { identitySchema } from './find-account.ts';

const client = { redirect_uri: z.string(), code_challenge: z.string() };
const provider = { tenant_id: z.string(), provider_id: z.string() };

export const FLOW_SECONDS = 600;

/** What Guard keeps until the person returns from the provider. */
const visit = {
  ...provider,
  /** The redirect URI that was given to the provider. */
  callback_uri: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
};

/** Sign-ins that have begun and whose person has not returned from the provider yet, found by `state`. */
export const FLOWS = defineSingleUse('SSO_FLOW', FLOW_SECONDS, z.object({ ...visit, ...client }));

/** Test sign-ins that have begun. They are items of their own, so that no release ever signs anybody in with one. */
export const TEST_FLOWS = defineSingleUse('SSO_TEST_FLOW', FLOW_SECONDS, z.object(visit));

/** People whom a provider has signed in and whose client has not redeemed the one-time code yet, found by that code. */
export const CODES = defineSingleUse(
  'SSO_CODE',
  60,
  z.object({
    ...provider,
    code_challenge: z.string(),
    identity: identitySchema,
    /** The logouts that were recorded when the code was issued. */
    logouts: z._default(z.array(z.string()), []),
  }),
);

const RANDOM_BYTES = 32;

export const randomText = (randomBytes: RandomBytes): string =>
  Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url');

/** An item that can be used once, with a secret, until it expires. The table contains only a hash of the secret. */
export interface SingleUse<S extends z.ZodMiniType> {
  item(secret: string, data: z.infer<S>, now: Date): ItemKey & Readonly<Record<string, unknown>>;
  /** Reads the data; `undefined` if the item was used or has expired. */
  read(table: Table, secret: string, now: Date): Promise<z.infer<S> | undefined>;
  /** Makes the write that uses the item up. If two are concurrent, one is refused. */
  use(table: Table, secret: string, refused: ApiError): GuardedWrite;
}

function defineSingleUse<S extends z.ZodMiniType>(name: string, seconds: number, schema: S): SingleUse<S> {
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
