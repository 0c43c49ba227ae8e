import * as z from 'zod/mini';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import {
  changesOf,
  idField,
  nameField,
  slugField,
  textField,
  timestampField,
  timestampInput,
} from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { defineKind } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';

const DEVICE_STATUSES = ['online', 'offline'] as const;

const deviceTypeField = withMeta(slugField, {
  description: 'What kind of device it is: an open set.',
  examples: ['panic-button'],
});
const deviceStatusField = withMeta(z.enum(DEVICE_STATUSES), { id: 'DeviceStatus' });

/** What the maker calls this one device; no two devices of a tenant have the same. */
const serialField = withMeta(textField(120), { examples: ['PB-2041-0007'] });

const EXAMPLE = {
  zone_id: EXAMPLE_IDS.zone,
  name: 'Panic button at the gate',
  type: 'panic-button',
  serial: 'PB-2041-0007',
  status: 'online',
  last_seen_at: '2026-11-20T12:00:00.000+00:00',
};

/** What clients send to make a device; its site is named by the path. */
export const deviceInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    type: deviceTypeField,
    zone_id: withMeta(z._default(z.nullable(idField), null), { description: 'A zone of the site, or none.' }),
    serial: z._default(z.nullable(serialField), null),
    status: z._default(deviceStatusField, 'offline'),
    last_seen_at: z._default(z.nullable(timestampInput), null),
  }),
  { id: 'DeviceInput', examples: [EXAMPLE] },
);

/** Another `site_id` or `zone_id` moves the device. */
export const deviceChangesSchema = withMeta(
  changesOf({
    site_id: withMeta(idField, { description: 'Another site moves the device there.' }),
    zone_id: withMeta(z.nullable(idField), { description: 'A zone of the site, or none.' }),
    name: nameField,
    type: deviceTypeField,
    serial: z.nullable(serialField),
    status: deviceStatusField,
    last_seen_at: z.nullable(timestampInput),
  }),
  { id: 'DeviceChanges', examples: [{ status: 'offline' }] },
);

/** The query parameters that filter a device list. */
export const deviceFilterFields = {
  type: z.optional(deviceTypeField),
  status: z.optional(deviceStatusField),
};

export const deviceSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    zone_id: z.nullable(idField),
    name: z.string(),
    type: deviceTypeField,
    serial: z.nullable(z.string()),
    status: deviceStatusField,
    last_seen_at: z.nullable(timestampField),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Device',
    description: 'Something at a site that raises alerts.',
    examples: [
      {
        id: EXAMPLE_IDS.device,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        ...EXAMPLE,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export const devicePageSchema = pageOf(deviceSchema, 'DevicePage');

export type Device = z.infer<typeof deviceSchema>;
export type DeviceChanges = z.infer<typeof deviceChangesSchema>;

export interface DeviceFilters {
  readonly type?: string | undefined;
  readonly status?: Device['status'] | undefined;
}

/** Its site and its zone count it, and may change: link-device.ts. */
export const DEVICES = defineKind({
  name: 'DEVICE',
  schema: deviceSchema,
  indexes: {
    platform: ['all', 'status', 'type', 'type_severity'],
    tenant: ['status', 'type', 'type_severity'],
    site: ['all', 'status', 'type', 'type_severity'],
  },
  facets: ({ type, status }) => ({ type, status }),
});
