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

/** The plain text in all examples. */
const EXAMPLE_PLAIN_TEXT = '5310928840|guard_k_EXAMPLE';

/** The body of a creation. The binding to a site or a device is permanent. */
export const keyInputSchema = withMeta(
  z.strictObject({
    name: actorNameField,
    site_id: withMeta(z._default(z.nullable(idField), null), {
      description: 'Binds the key to a site. It cannot report events of other sites.',
    }),
    device_id: withMeta(z._default(z.nullable(idField), null), {
      description: 'Binds the key to a device instead of a site. It cannot report events of other devices.',
    }),
    expires_at: withMeta(z._default(z.nullable(timestampInput), null), {
      description: 'The time from which the key is rejected. It must be in the future; null means never.',
    }),
  }),
  { id: 'KeyInput', examples: [EXAMPLE] },
);

export type KeyInput = z.infer<typeof keyInputSchema>;

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
      description: 'Accurate to the hour; null before the first use.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Key',
    description: 'The credential of a device or another system. It can report, and do nothing else.',
    examples: [EXAMPLE_KEY],
  },
);

export const keyPageSchema = pageOf(keySchema, 'KeyPage');

/** A new key with its plain text, which is returned only once. */
export const issuedKeySchema = withMeta(
  z.extend(keySchema, {
    key: withMeta(z.string(), {
      description:
        'The plain text of the key, for `Authorization: Bearer <key>`. It is returned only once: store it.',
      pattern: String.raw`^[1-9][0-9]*\|guard_k_[0-9A-Za-z]+$`,
    }),
  }),
  { id: 'IssuedKey', examples: [{ ...EXAMPLE_KEY, last_used_at: null, key: EXAMPLE_PLAIN_TEXT }] },
);

export type Key = z.infer<typeof keySchema>;

/** The credentials of a key, beside the data: no index and no response contains them. */
export const keyCredentialsSchema = z.object({ number: z.int(), secret_hash: z.string() });

export type KeyCredentials = z.infer<typeof keyCredentialsSchema>;

/** A stored key with its credentials. */
interface StoredKey extends Stored<Key> {
  readonly credentials: KeyCredentials;
}

/** The time of the last use, beside the data: using a key does not change it. */
export const LAST_USED_AT = 'last_used_at';

/** A key belongs to the whole tenant, also if it is bound to a site or device. */
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
