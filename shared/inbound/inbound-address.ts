import * as z from 'zod/mini';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { inboundKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { mappingSchema } from './mapping.ts';

/** The systems whose words Guard reads. `generic` is any other, by a mapping. */
export const FORMAT_NAMES = [
  'alertmanager',
  'grafana',
  'zabbix',
  'uptime-kuma',
  'home-assistant',
  'frigate',
  'zigbee2mqtt',
  'shelly',
  'tasmota',
  'the-things-stack',
  'hikvision',
  'axis',
  'onvif',
  'viewtron',
  'paradox',
  'generic',
] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

const formatField = withMeta(z.enum(FORMAT_NAMES), {
  id: 'InboundFormat',
  description: 'The system that sends. `generic` is any other system, with a `mapping`.',
});

/** For how many hours the former address of a device still works after another was made. */
export const FORMER_HOURS = 24;

const EXAMPLE = { format: 'alertmanager' as const, mapping: {} };

/** The body that makes an address. */
export const inboundInputSchema = withMeta(
  z.strictObject({ format: formatField, mapping: z._default(mappingSchema, {}) }),
  { id: 'InboundInput', examples: [{ format: 'alertmanager' }] },
);

export type InboundInput = z.infer<typeof inboundInputSchema>;

export const inboundChangesSchema = withMeta(
  z.strictObject({ format: z.optional(formatField), mapping: z.optional(mappingSchema) }),
  { id: 'InboundChanges', examples: [{ mapping: { type: 'door-forced' } }] },
);

export type InboundChanges = z.infer<typeof inboundChangesSchema>;

const storedInboundSchema = z.object({
  id: idField,
  tenant_id: idField,
  format: formatField,
  mapping: mappingSchema,
  /** When its present secret was made, and until when the one before it works. */
  issued_at: timestampField,
  former_until: z.nullable(timestampField),
  created_at: timestampField,
  updated_at: timestampField,
});

/** The inbound address of a device. Its id is that of the device. */
export type InboundAddress = z.infer<typeof storedInboundSchema>;

/** The hashes of its secrets. They are outside `data`, so no response contains them. */
const SECRETS = 'secrets';
const secretsSchema = z.object({ present: z.string(), former: z.optional(z.string()) });

export type AddressSecrets = z.infer<typeof secretsSchema>;

interface StoredAddress extends Stored<InboundAddress> {
  readonly secrets: AddressSecrets;
}

export const INBOUND_ADDRESSES = defineKind<InboundAddress, StoredAddress>({
  name: 'INBOUND',
  schema: storedInboundSchema,
  key: (tenantId, id = '') => inboundKey(tenantId, id),
  read: (item, stored) => ({ ...stored, secrets: secretsSchema.parse(item[SECRETS]) }),
});

export const addressItem = (address: InboundAddress, secrets: AddressSecrets) => ({
  ...INBOUND_ADDRESSES.item(address),
  [SECRETS]: secrets,
});

const brokerSchema = z.object({
  host: z.string(),
  port: z.int(),
  tls: withMeta(z.boolean(), { description: 'Whether it takes connections with TLS only.' }),
});

const shownFields = {
  device_id: idField,
  tenant_id: idField,
  format: formatField,
  mapping: mappingSchema,
  issued_at: withMeta(timestampField, { description: 'When the present address was made.' }),
  former_until: withMeta(z.nullable(timestampField), {
    description: 'Until when the former address works, too. Null: there is none.',
  }),
  created_at: timestampField,
  updated_at: timestampField,
  broker: withMeta(z.nullable(brokerSchema), {
    description:
      'Where the system connects by MQTT 3.1.1. The user is any; the password is the last part of the address, from `guard_i_` on. Null: this Guard has no broker.',
  }),
};

const EXAMPLE_SHOWN = {
  device_id: EXAMPLE_IDS.device,
  tenant_id: EXAMPLE_IDS.tenant,
  ...EXAMPLE,
  issued_at: '2026-11-20T12:00:30.000+00:00',
  former_until: null,
  created_at: '2026-11-01T08:00:00.000+00:00',
  updated_at: '2026-11-20T12:00:30.000+00:00',
  broker: { host: 'localhost', port: 1884, tls: false },
};

export const inboundSchema = withMeta(z.object(shownFields), {
  id: 'InboundAddress',
  description: 'The address to which another system sends its own messages, without the address itself.',
  examples: [EXAMPLE_SHOWN],
});

/** A new address, which is shown only this once. */
export const issuedInboundSchema = withMeta(
  z.object({
    ...shownFields,
    url: withMeta(z.string(), {
      description: 'The address, which is a secret. It is returned only once: give it to the sender.',
    }),
  }),
  {
    id: 'IssuedInboundAddress',
    examples: [{ ...EXAMPLE_SHOWN, url: 'https://guard.example/api/v1/inbound/guard_i_EXAMPLE' }],
  },
);

type ShownAddress = Omit<z.input<typeof inboundSchema>, 'broker'>;

export function showAddress({ id, tenant_id, ...address }: InboundAddress): ShownAddress {
  return { device_id: id, tenant_id, ...address };
}
