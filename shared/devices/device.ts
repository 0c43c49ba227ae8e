import * as z from 'zod/mini';
import { invalidField } from '../base/errors.ts';
import {
  changesOf,
  idField,
  lineField,
  nameField,
  slugField,
  timestampField,
  timestampInput,
} from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField } from '../base/severities.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { type HeardPath, laterOf, readPaths, readWatch, type StoredWatch, watchKey } from './heartbeat.ts';
import { PANEL_ACCOUNT, type PanelAccount, readPanelAccount } from './panel-account.ts';

const DEVICE_STATUSES = ['online', 'offline', 'unknown'] as const;

const deviceTypeField = withMeta(slugField, {
  description: 'The type of the device: an open set of values.',
  examples: ['panic-button'],
});
const deviceStatusField = withMeta(z.enum(DEVICE_STATUSES), {
  id: 'DeviceStatus',
  description: 'Set by Guard alone: `unknown` for a device that is not watched.',
});

/** The serial number, unique in the tenant. */
const serialField = withMeta(lineField(120), { examples: ['PB-2041-0007'] });

const SHORTEST_HEARTBEAT_SECONDS = 30;
/** A panel that reports once a day may be an hour late. */
const LONGEST_HEARTBEAT_SECONDS = 90_000;

const heartbeatSecondsField = withMeta(
  z.nullable(z.int().check(z.minimum(SHORTEST_HEARTBEAT_SECONDS), z.maximum(LONGEST_HEARTBEAT_SECONDS))),
  {
    description:
      'The seconds without a heartbeat after which the device is offline and an alert is raised; null for a device that is not watched.',
    examples: [300],
  },
);

const runawayAfterField = withMeta(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000))), {
  description:
    'When API keys raise more new alerts than this within 10 minutes for the same type and zone, Guard raises one `runaway` alert and counts the further reports as its occurrences; null for never.',
  examples: [20],
});

/** The default severity of offline alerts. It is not stored. */
const USUAL_OFFLINE_SEVERITY = 'high';

const OFFLINE_SEVERITY = { description: 'The severity of its offline alert.' };

const EXAMPLE = {
  zone_id: EXAMPLE_IDS.zone,
  name: 'Panic button at the gate',
  type: 'panic-button',
  serial: 'PB-2041-0007',
};
const EXAMPLE_LAST_SEEN = { last_seen_at: '2026-11-20T12:00:00.000+00:00' };
const EXAMPLE_WATCH = {
  heartbeat_seconds: 300,
  offline_severity: USUAL_OFFLINE_SEVERITY,
  runaway_after: null,
};

const LAST_SEEN = 'Set by Guard for a watched device: then it must not be sent.';

/** The body that creates a device. The site is in the path. */
export const deviceInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    type: deviceTypeField,
    zone_id: withMeta(z._default(z.nullable(idField), null), { description: 'A zone of the site, or none.' }),
    serial: z._default(z.nullable(serialField), null),
    last_seen_at: withMeta(z.optional(z.nullable(timestampInput)), {
      description: `Null unless it is sent. ${LAST_SEEN}`,
    }),
    heartbeat_seconds: z._default(heartbeatSecondsField, null),
    offline_severity: withMeta(z._default(alertSeverityField, USUAL_OFFLINE_SEVERITY), OFFLINE_SEVERITY),
    runaway_after: z._default(runawayAfterField, null),
  }),
  {
    id: 'DeviceInput',
    examples: [
      { ...EXAMPLE, ...EXAMPLE_LAST_SEEN },
      { ...EXAMPLE, ...EXAMPLE_WATCH },
    ],
  },
);

/** A device of an import. Because of its serial, an import can be repeated safely. */
export const importedDeviceSchema = withMeta(
  z.extend(deviceInputSchema, {
    site_id: idField,
    serial: withMeta(lineField(120), {
      description: 'Required, and unique in the tenant.',
      examples: ['PB-2041-0007'],
    }),
  }),
  { id: 'ImportedDevice', examples: [{ site_id: EXAMPLE_IDS.site, ...EXAMPLE, ...EXAMPLE_WATCH }] },
);

const LARGEST_IMPORT = 25;

export const deviceImportSchema = withMeta(
  z.strictObject({
    devices: z.array(importedDeviceSchema).check(z.minLength(1), z.maxLength(LARGEST_IMPORT)),
  }),
  {
    id: 'DeviceImport',
    examples: [{ devices: [{ site_id: EXAMPLE_IDS.site, ...EXAMPLE, ...EXAMPLE_WATCH }] }],
  },
);

/** The body of an import before its devices are validated one by one. */
export const looseDeviceImportSchema = z.strictObject({
  devices: z.array(z.unknown()).check(z.minLength(1), z.maxLength(LARGEST_IMPORT)),
});

/** The changes of a device. A new `site_id` or `zone_id` moves the device. */
export const deviceChangesSchema = withMeta(
  changesOf({
    site_id: withMeta(idField, { description: 'Another site moves the device.' }),
    zone_id: withMeta(z.nullable(idField), { description: 'A zone of the site, or none.' }),
    name: nameField,
    type: deviceTypeField,
    serial: z.nullable(serialField),
    last_seen_at: withMeta(z.nullable(timestampInput), { description: LAST_SEEN }),
    heartbeat_seconds: heartbeatSecondsField,
    offline_severity: withMeta(z.clone(alertSeverityField), OFFLINE_SEVERITY),
    runaway_after: runawayAfterField,
  }),
  { id: 'DeviceChanges', examples: [{ name: EXAMPLE.name }, { heartbeat_seconds: 300 }] },
);

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
        'The time of the last heartbeat. Exact for a single device; lists show it as of the last change of the status.',
    }),
    // Fields with their default value are not stored.
    heartbeat_seconds: z._default(heartbeatSecondsField, null),
    offline_severity: withMeta(z._default(alertSeverityField, USUAL_OFFLINE_SEVERITY), OFFLINE_SEVERITY),
    runaway_after: z._default(runawayAfterField, null),
    created_at: timestampField,
    updated_at: timestampField,
    has_panel: withMeta(z.exactOptional(z.boolean()), {
      description: 'True for an alarm panel with an account; missing in lists, and of other devices.',
    }),
  }),
  {
    id: 'Device',
    description: 'A sensor, panel or camera at a site.',
    examples: [
      {
        id: EXAMPLE_IDS.device,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        ...EXAMPLE,
        status: 'online',
        ...EXAMPLE_LAST_SEEN,
        ...EXAMPLE_WATCH,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export const devicePageSchema = pageOf(deviceSchema, 'DevicePage');

export type Device = z.infer<typeof deviceSchema>;
export type DeviceChanges = z.infer<typeof deviceChangesSchema>;

interface Owner {
  readonly id: string;
  readonly tenant_id: string;
}

/** A device as it is created. A watched one is offline until it is heard. */
export function newDevice(
  input: z.infer<typeof deviceInputSchema>,
  { id, site, at }: { readonly id: string; readonly site: Owner; readonly at: string },
): Device {
  return {
    ...input,
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    status: input.heartbeat_seconds === null ? 'unknown' : 'offline',
    last_seen_at: input.last_seen_at ?? null,
    created_at: at,
    updated_at: at,
  };
}

export interface DeviceFilters {
  readonly type?: string | undefined;
  readonly status?: Device['status'] | undefined;
}

/** A device that was read, with its watch. */
export interface StoredDevice extends Stored<Device> {
  /** `undefined` if the device was never watched and has never sent a heartbeat. */
  readonly watch: StoredWatch | undefined;
  /** The paths on which a panel was heard. Other devices have none. */
  readonly paths: readonly HeardPath[];
  /** The account of a device that is a panel. */
  readonly panelAccount: PanelAccount | undefined;
}

/**
 * The kind of devices. A device is counted by its site and its zone, which can change, so change-devices.ts counts it instead
 * of `parent`.
 */
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
  read: (item, stored, companion) => ({
    ...stored,
    watch: readWatch(companion),
    paths: readPaths(companion),
    panelAccount: readPanelAccount(item[PANEL_ACCOUNT]),
  }),
  store: ({ heartbeat_seconds, offline_severity, runaway_after, ...device }) => ({
    ...device,
    ...(heartbeat_seconds === null ? {} : { heartbeat_seconds }),
    ...(offline_severity === USUAL_OFFLINE_SEVERITY ? {} : { offline_severity }),
    ...(runaway_after === null ? {} : { runaway_after }),
  }),
});

/** Throws `validation_failed` if a client sends `last_seen_at` for a watched device, because only Guard sets it there. */
export function checkLastSeen(
  heartbeatSeconds: number | null,
  { last_seen_at }: { readonly last_seen_at?: string | null | undefined },
): void {
  if (heartbeatSeconds === null || last_seen_at === undefined) return;
  throw invalidField('last_seen_at', 'The last_seen_at field must not be sent of a device that is watched.');
}

/** A single device as clients see it, with an exact `last_seen_at`, and with whether it is a panel. */
export function showDevice({
  entity,
  watch,
  panelAccount,
}: Pick<StoredDevice, 'entity' | 'watch' | 'panelAccount'>): Device {
  const last_seen_at = laterOf(entity.last_seen_at, watch?.watch.last_seen);
  return { ...entity, last_seen_at, ...(panelAccount ? { has_panel: true } : {}) };
}
