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
import { alertSeverityField } from '../severities.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';
import { laterOf, readWatch, type StoredWatch, watchKey } from './heartbeat.ts';

const DEVICE_STATUSES = ['online', 'offline'] as const;

const deviceTypeField = withMeta(slugField, {
  description: 'What kind of device it is: an open set.',
  examples: ['panic-button'],
});
const deviceStatusField = withMeta(z.enum(DEVICE_STATUSES), { id: 'DeviceStatus' });

/** What the maker calls this one device; no two devices of a tenant have the same. */
const serialField = withMeta(textField(120), { examples: ['PB-2041-0007'] });

const SHORTEST_HEARTBEAT_SECONDS = 30;
const LONGEST_HEARTBEAT_SECONDS = 86_400;

const heartbeatSecondsField = withMeta(
  z.nullable(z.int().check(z.minimum(SHORTEST_HEARTBEAT_SECONDS), z.maximum(LONGEST_HEARTBEAT_SECONDS))),
  {
    description:
      'After how many seconds without a sign of life the device is offline and an alert is raised; null: it is not watched.',
    examples: [300],
  },
);

/** Of most devices, whose items then leave it out. */
const USUAL_OFFLINE_SEVERITY = 'high';

const OFFLINE_SEVERITY = { description: 'Of the alert that is raised when the device falls silent.' };

const EXAMPLE = {
  zone_id: EXAMPLE_IDS.zone,
  name: 'Panic button at the gate',
  type: 'panic-button',
  serial: 'PB-2041-0007',
};
const EXAMPLE_LIFE = {
  status: 'online',
  last_seen_at: '2026-11-20T12:00:00.000+00:00',
};
const EXAMPLE_WATCH = { heartbeat_seconds: 300, offline_severity: USUAL_OFFLINE_SEVERITY };

/** What the fields say that clients set of a device that is not watched, and Guard of one that is. */
const LIFE = 'Set by Guard where `heartbeat_seconds` is: then it may not be sent.';

/** What clients send to make a device; its site is named by the path. */
export const deviceInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    type: deviceTypeField,
    zone_id: withMeta(z._default(z.nullable(idField), null), { description: 'A zone of the site, or none.' }),
    serial: z._default(z.nullable(serialField), null),
    status: withMeta(z.optional(deviceStatusField), { description: `Offline unless it is sent. ${LIFE}` }),
    last_seen_at: withMeta(z.optional(z.nullable(timestampInput)), {
      description: `Null unless it is sent. ${LIFE}`,
    }),
    heartbeat_seconds: z._default(heartbeatSecondsField, null),
    offline_severity: withMeta(z._default(alertSeverityField, USUAL_OFFLINE_SEVERITY), OFFLINE_SEVERITY),
  }),
  {
    id: 'DeviceInput',
    examples: [
      { ...EXAMPLE, ...EXAMPLE_LIFE },
      { ...EXAMPLE, ...EXAMPLE_WATCH },
    ],
  },
);

/** Another `site_id` or `zone_id` moves the device. */
export const deviceChangesSchema = withMeta(
  changesOf({
    site_id: withMeta(idField, { description: 'Another site moves the device there.' }),
    zone_id: withMeta(z.nullable(idField), { description: 'A zone of the site, or none.' }),
    name: nameField,
    type: deviceTypeField,
    serial: z.nullable(serialField),
    status: withMeta(deviceStatusField, { description: LIFE }),
    last_seen_at: withMeta(z.nullable(timestampInput), { description: LIFE }),
    heartbeat_seconds: heartbeatSecondsField,
    offline_severity: withMeta(z.clone(alertSeverityField), OFFLINE_SEVERITY),
  }),
  { id: 'DeviceChanges', examples: [{ status: 'offline' }, { heartbeat_seconds: 300 }] },
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
    last_seen_at: withMeta(z.nullable(timestampField), {
      description:
        'The last sign of life: exact where one device is read, in lists as of the last change of its status.',
    }),
    // Items of releases before 0.7.0 have neither.
    heartbeat_seconds: z._default(heartbeatSecondsField, null),
    offline_severity: withMeta(z._default(alertSeverityField, USUAL_OFFLINE_SEVERITY), OFFLINE_SEVERITY),
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
        ...EXAMPLE_LIFE,
        ...EXAMPLE_WATCH,
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

/** A device as it was read, with what is known of its signs of life. */
export interface StoredDevice extends Stored<Device> {
  /** `undefined` where nobody has watched or heard it. */
  readonly watch: StoredWatch | undefined;
}

/** Its site and its zone count it, and may change: link-device.ts. */
export const DEVICES = defineKind<Device, StoredDevice>({
  name: 'DEVICE',
  schema: deviceSchema,
  indexes: {
    platform: ['all', 'status', 'type', 'type_severity'],
    tenant: ['status', 'type', 'type_severity'],
    site: ['all', 'status', 'type', 'type_severity'],
  },
  facets: ({ type, status }) => ({ type, status }),
  companion: watchKey,
  read: (_, stored, companion) => ({ ...stored, watch: readWatch(companion) }),
  store: ({ heartbeat_seconds, offline_severity, ...device }) => ({
    ...device,
    ...(heartbeat_seconds === null ? {} : { heartbeat_seconds }),
    ...(offline_severity === USUAL_OFFLINE_SEVERITY ? {} : { offline_severity }),
  }),
});

/** A device as clients see it when they ask for it alone: its last sign of life is exact. */
export function showDevice({ entity, watch }: Pick<StoredDevice, 'entity' | 'watch'>): Device {
  return { ...entity, last_seen_at: laterOf(entity.last_seen_at, watch?.watch.last_seen) };
}
