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

const certificateField = withMeta(
  z.nullable(z.object({ client_id: z.string(), issued_at: timestampField })),
  { description: 'The last certificate for MQTT that was issued, if it was not revoked.' },
);

const storedInboundSchema = z.object({
  id: idField,
  tenant_id: idField,
  format: formatField,
  mapping: mappingSchema,
  /** When its present secret was made, and until when the one before it works. */
  issued_at: timestampField,
  former_until: z.nullable(timestampField),
  /** An address from before there were certificates has none. */
  certificate: z._default(certificateField, null),
  created_at: timestampField,
  updated_at: timestampField,
});

/** The inbound address of a device. Its id is that of the device. */
export type InboundAddress = z.infer<typeof storedInboundSchema>;

/** The hashes of its secrets. */
const SECRETS = 'secrets';
const secretsSchema = z.object({ present: z.string(), former: z.optional(z.string()) });

export type AddressSecrets = z.infer<typeof secretsSchema>;

/** The certificates of a device that count, the newest first. `until` is that of a former one. */
const CERTIFICATES = 'certificates';
const certificatesSchema = z.array(z.object({ id: z.string(), until: z.optional(timestampField) }));

export type StoredCertificates = z.infer<typeof certificatesSchema>;

/** What lets a sender in. It is outside `data`, so no response contains it. */
export interface Credentials {
  readonly secrets: AddressSecrets;
  readonly certificates: StoredCertificates;
}

export interface StoredAddress extends Stored<InboundAddress>, Credentials {}

export const INBOUND_ADDRESSES = defineKind<InboundAddress, StoredAddress>({
  name: 'INBOUND',
  schema: storedInboundSchema,
  key: (tenantId, id = '') => inboundKey(tenantId, id),
  read: (item, stored) => ({
    ...stored,
    secrets: secretsSchema.parse(item[SECRETS]),
    certificates: certificatesSchema.parse(item[CERTIFICATES] ?? []),
  }),
});

export const addressItem = (address: InboundAddress, { secrets, certificates }: Credentials) => ({
  ...INBOUND_ADDRESSES.item(address),
  [SECRETS]: secrets,
  ...(certificates.length === 0 ? {} : { [CERTIFICATES]: certificates }),
});

const brokerSchema = z.object({
  host: z.string(),
  port: z.int(),
  tls: withMeta(z.boolean(), { description: 'Whether it takes connections with TLS only.' }),
  client_id: withMeta(z.nullable(z.string()), {
    description:
      'The client id that a connection with the password must have. If the device has several connections, each adds something of its own after a hyphen. Null: any.',
  }),
  certificate_host: withMeta(z.nullable(z.string()), {
    description: 'The host for connections with a certificate. Null: the broker takes none.',
  }),
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
  certificate: certificateField,
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
  certificate: null,
  created_at: '2026-11-01T08:00:00.000+00:00',
  updated_at: '2026-11-20T12:00:30.000+00:00',
  broker: { host: 'localhost', port: 1884, tls: false, client_id: null, certificate_host: null },
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

/** A new certificate, whose key is shown only this once. */
export const issuedCertificateSchema = withMeta(
  z.object({
    client_id: withMeta(z.string(), { description: 'The client id that the connection must have.' }),
    host: z.string(),
    port: z.int(),
    certificate: withMeta(z.string(), { description: 'The certificate, in PEM.' }),
    private_key: withMeta(z.string(), {
      description: 'The private key, in PEM. It is returned only once, and Guard does not keep it.',
    }),
  }),
  {
    id: 'IssuedCertificate',
    examples: [
      {
        client_id: 'guard-dev-0EXAMPLE-0123456789ab',
        host: 'example-ats.iot.eu-central-1.amazonaws.com',
        port: 8883,
        certificate: '-----BEGIN CERTIFICATE-----\nEXAMPLE\n-----END CERTIFICATE-----\n',
        private_key: 'EXAMPLE',
      },
    ],
  },
);

type ShownAddress = Omit<z.input<typeof inboundSchema>, 'broker'>;

export function showAddress({ id, tenant_id, ...address }: InboundAddress): ShownAddress {
  return { device_id: id, tenant_id, ...address };
}
