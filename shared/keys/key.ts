import * as z from 'zod/mini';
import { KEY_ACCESS } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES, OWN_DEVICE_ID } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { OWN_PARTITION, tenantKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';

export const EXAMPLE = {
  name: 'Gateway in the harbour',
  access: 'report' as const,
  site_id: EXAMPLE_IDS.site,
  device_id: null,
  expires_at: '2027-09-01T08:00:00.000+00:00',
};

export const EXAMPLE_KEY = {
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
    access: z.enum(KEY_ACCESS),
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
    description:
      'The credential of a device, another system or a screen. It can do what its access says, and nothing else.',
    examples: [EXAMPLE_KEY],
  },
);

export type Key = z.infer<typeof keySchema>;

/** The credentials of an API key. They are outside `data`, so no index and no response contains them. */
const keyCredentialsSchema = z.object({ number: z.int(), secret_hash: z.string() });

export type KeyCredentials = z.infer<typeof keyCredentialsSchema>;

/** A stored key with its credentials. */
interface StoredKey extends Stored<Key> {
  readonly credentials: KeyCredentials;
}

/** The attribute with the time of the last use. It is outside `data`, because the use of a key is not a change of the key. */
export const LAST_USED_AT = 'last_used_at';

/** The kind of API keys. A key belongs to the whole tenant, even if it is bound to a site or device. */
export const KEYS = defineKind<Key, StoredKey>({
  name: 'KEY',
  schema: keySchema,
  indexes: { platform: ['all'], tenant: [] },
  // The key of a screen on a wall is stored as one that reads, with a mark, so that a release without walls can list and revoke
  // it. No such release accepts the key, because access is decided by the key's secret.
  store: ({ last_used_at: _, ...key }) =>
    key.access === 'wall' ? { ...key, access: 'read', is_wall: true } : key,
  load: ({ is_wall: isWall, ...data }, item) => ({
    ...data,
    ...(isWall ? { access: 'wall' } : {}),
    last_used_at: item[LAST_USED_AT] ?? null,
  }),
  parent: ({ tenant_id }) => tenantKey(tenant_id),
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({ ...stored, credentials: keyCredentialsSchema.parse(item['credentials']) }),
});

/**
 * Whether Guard created a stored key to report to itself. Only such a key is deleted by DynamoDB when it expires; keys that
 * were created through the API stay, even if they are bound to the same device.
 */
export function isOwnKey(item: Readonly<Record<string, unknown>>): boolean {
  if (item['pk'] !== OWN_PARTITION || item[TTL_ATTRIBUTE] === undefined) return false;
  return KEYS.read(item).entity.device_id === OWN_DEVICE_ID;
}
