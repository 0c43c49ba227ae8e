import * as z from 'zod/mini';
import { actorNameField } from '../actor-name.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, timestampField, timestampInput } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { tenantKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';

const EXAMPLE = {
  name: 'Gateway in the harbour',
  site_id: EXAMPLE_IDS.site,
  device_id: null,
  expires_at: '2027-09-01T08:00:00.000+00:00',
};

/** A key's plain text, as the examples show it. */
const EXAMPLE_PLAIN_TEXT = '5310928840|guard_k_EXAMPLE';

/** What clients send to make a key. It is bound to a site, to a device or to neither, for good. */
export const keyInputSchema = withMeta(
  z.strictObject({
    name: actorNameField,
    site_id: withMeta(z._default(z.nullable(idField), null), {
      description: 'Binds the key to a site: it reports nothing of any other.',
    }),
    device_id: withMeta(z._default(z.nullable(idField), null), {
      description: 'Binds the key to a device, instead of a site: it reports nothing of any other.',
    }),
    expires_at: withMeta(z._default(z.nullable(timestampInput), null), {
      description: 'From this instant on the key is refused. It must lie in the future; null is never.',
    }),
  }),
  { id: 'KeyInput', examples: [EXAMPLE] },
);

export type KeyInput = z.infer<typeof keyInputSchema>;

/** A key can be renamed; whatever else it shall be, it is another one. */
export const keyChangesSchema = withMeta(changesOf({ name: actorNameField }), {
  id: 'KeyChanges',
  examples: [{ name: 'Gateway at pier 4' }],
});

const EXAMPLE_KEY = {
  id: EXAMPLE_IDS.key,
  tenant_id: EXAMPLE_IDS.tenant,
  ...EXAMPLE,
  last_used_at: '2026-11-20T12:00:30.000+00:00',
  ...EXAMPLE_TIMES,
};

export const keySchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    site_id: z.nullable(idField),
    device_id: z.nullable(idField),
    expires_at: z.nullable(timestampField),
    last_used_at: withMeta(z.nullable(timestampField), {
      description: 'Right to the hour; null before the first use.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Key',
    description: 'With it a device or another system reports, and does nothing else.',
    examples: [EXAMPLE_KEY],
  },
);

export const keyPageSchema = pageOf(keySchema, 'KeyPage');

/** A new key with its plain text, which is told this once. */
export const issuedKeySchema = withMeta(
  z.extend(keySchema, {
    key: withMeta(z.string(), {
      description:
        'The plain text of the key, for `Authorization: Bearer <key>`. Nothing ever tells it again: keep it.',
      pattern: String.raw`^[1-9][0-9]*\|guard_k_[0-9A-Za-z]+$`,
    }),
  }),
  { id: 'IssuedKey', examples: [{ ...EXAMPLE_KEY, last_used_at: null, key: EXAMPLE_PLAIN_TEXT }] },
);

export type Key = z.infer<typeof keySchema>;

/** What proves a key. It stands beside the key's data, in no index and no response. */
export const keyCredentialsSchema = z.object({ number: z.int(), secret_hash: z.string() });

export type KeyCredentials = z.infer<typeof keyCredentialsSchema>;

/** A key as stored: with what proves it. */
interface StoredKey extends Stored<Key> {
  readonly credentials: KeyCredentials;
}

/** When a key was last used, beside its data: using a key does not change it. */
export const LAST_USED_AT = 'last_used_at';

/** A key is its whole tenant's, also where it is bound to a site or device. */
export const KEYS = defineKind<Key, StoredKey>({
  name: 'KEY',
  schema: keySchema,
  indexes: { platform: ['all'], tenant: [] },
  store: ({ last_used_at: _, ...key }) => key,
  load: (data, item) => ({ ...data, last_used_at: item[LAST_USED_AT] ?? null }),
  parent: ({ tenant_id }) => tenantKey(tenant_id),
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({ ...stored, credentials: keyCredentialsSchema.parse(item['credentials']) }),
});
