import * as z from 'zod/mini';
import { actionTime } from '../shared/alerts/action-context.ts';
import { recordCaller } from '../shared/base/actor.ts';
import { ApiError, invalidField } from '../shared/base/errors.ts';
import { idField } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { wrongReferences } from '../shared/base/references.ts';
import { runInLanes } from '../shared/base/run-in-lanes.ts';
import { withMeta } from '../shared/base/schema.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { validate } from '../shared/base/validation.ts';
import { createDevice, deleteDevice, importDevice, updateDevice } from '../shared/devices/change-devices.ts';
import {
  DEVICES,
  type Device,
  deviceChangesSchema,
  deviceFilterFields,
  deviceImportSchema,
  deviceInputSchema,
  devicePageSchema,
  deviceSchema,
  importedDeviceSchema,
  looseDeviceImportSchema,
  showDevice,
} from '../shared/devices/device.ts';
import { listDevices } from '../shared/devices/find-devices.ts';
import { answerList, answerSiteList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { resultErrorSchema } from '../shared/http/errors.ts';
import { defineRoute } from '../shared/http/route.ts';
import { loadTargets } from '../shared/http/target.ts';
import { startParts } from '../shared/http/time-for-parts.ts';
import { loadAddress } from '../shared/inbound/change-address.ts';
import { endQuietly } from '../shared/inbound/end-certificates.ts';
import { watchWrites } from '../shared/reports/check-heartbeat.ts';
import { narrowToSite } from '../shared/sites/find-sites.ts';
import { SITES } from '../shared/sites/site.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { EMPTY_PAGE } from '../shared/table/list-page.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';

export const listSiteDevicesRoute = defineRoute('devices/list-site-devices', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/devices',
  target: SITES,
  summary: 'List the devices of a site, newest first',
  access: 'devices:read',
  takesKeys: 'read',
  request: { query: listQuery(deviceFilterFields) },
  response: { description: 'A page of the devices of the site.', body: devicePageSchema },
  table: listUse(DEVICES, { scopes: ['site'] }),
});

export const listSiteDevicesHandler = createEndpoint(listSiteDevicesRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, filters, page) => listDevices(table, extent, filters, page)),
}));

export const listDevicesRoute = defineRoute('devices/list-devices', {
  method: 'GET',
  path: '/api/v1/devices',
  summary: 'List devices, newest first',
  access: 'devices:read',
  takesKeys: 'read',
  request: { query: listQuery({ site_id: z.optional(idField), ...deviceFilterFields }) },
  response: { description: 'A page of the devices within the scope.', body: devicePageSchema },
  table: listUse(DEVICES),
});

export const listDevicesHandler = createEndpoint(listDevicesRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, { site_id, ...filters }, page) => {
    const extent = site_id === undefined ? scope : await narrowToSite(table, scope, site_id);
    return extent ? listDevices(table, extent, filters, page) : EMPTY_PAGE;
  }),
}));

export const createDeviceRoute = defineRoute('devices/create-device', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/devices',
  target: SITES,
  summary: 'Create a device at a site',
  access: 'devices:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: deviceInputSchema },
  response: {
    status: 201,
    description: 'The new device.',
    body: deviceSchema,
    location: '/api/v1/devices/{id}',
  },
  errors: ['serial_taken'],
  table: { actions: ['PutItem', 'UpdateItem'] },
});

export const createDeviceHandler = createAuditedEndpoint(
  createDeviceRoute,
  async ({ target, body, now, remember }, { table, randomBytes }) => {
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    const alongside = (device: Device) => remember({ body: device });
    return { body: await createDevice(table, target.entity, body, origin, alongside) };
  },
);

const resultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), {
      description: '201: created. 200: the tenant has a device with this serial, which stays as it is.',
    }),
    device: withMeta(z.optional(deviceSchema), { description: 'The device with this serial.' }),
    error: z.optional(resultErrorSchema),
  }),
  { id: 'DeviceImportResult', description: 'The result for one device.' },
);

const answerSchema = withMeta(
  z.object({
    results: withMeta(z.array(resultSchema), {
      description: 'One result for each device, in the order of the devices.',
    }),
  }),
  {
    id: 'DeviceImportResults',
    examples: [
      {
        results: [
          {
            status: 422,
            error: {
              message: 'The serial field is required.',
              code: 'validation_failed',
              errors: { serial: ['The serial field is required.'] },
            },
          },
        ],
      },
    ],
  },
);

export const importDevicesRoute = defineRoute('devices/import-devices', {
  method: 'POST',
  path: '/api/v1/devices/import',
  summary: 'Create up to 25 devices; a repetition creates none twice',
  access: 'devices:create',
  isAudited: true,
  rateClass: 'import',
  request: { body: deviceImportSchema },
  response: { description: 'The result for each device.', body: answerSchema, etag: false },
  table: joinUses(createDeviceRoute.table, {
    actions: ['BatchGetItem', 'GetItem'],
    indexes: ['platform'],
  }),
});

/**
 * The route as it is documented, but each device is validated on its own, so that an invalid device does not make others
 * fail.
 */
const route = {
  ...importDevicesRoute,
  request: { ...importDevicesRoute.request, body: looseDeviceImportSchema },
};

const siteIdsOf = (devices: readonly unknown[]) =>
  new Set(
    devices.flatMap((device) => z.object({ site_id: z.string() }).safeParse(device).data?.site_id ?? []),
  );

/**
 * How many devices are created in parallel: one. Those of a site would conflict when the site counts them, and if two have
 * the same serial, the first must win.
 */
const LANES = 1;

export const importDevicesHandler = createAuditedEndpoint(
  route,
  async ({ body: { devices }, scope, caller, now, failed }, { table, randomBytes, stopwatch }) => {
    const hasTime = startParts(stopwatch);
    const siteIds = [...siteIdsOf(devices)];
    const sites = await loadTargets(table, SITES, siteIds, { caller, scope });
    const results = await runInLanes(devices, LANES, async (device) => {
      try {
        const input = readDevice(device);
        const site = sites[siteIds.indexOf(input.site_id)]?.entity;
        if (!site) throw wrongReferences('site_id');
        if (!hasTime()) throw new ApiError('service_unavailable', { reason: 'import_too_slow' });
        const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
        return await importDevice(table, site, input, origin);
      } catch (error) {
        return failed(error);
      }
    });
    return { body: { results } };
  },
);

function readDevice(device: unknown) {
  if (typeof device !== 'object' || device === null || Array.isArray(device)) {
    throw invalidField('device', 'The device must be a JSON object.');
  }
  return validate(importedDeviceSchema, device);
}

export const getDeviceRoute = defineRoute('devices/get-device', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}',
  target: DEVICES,
  summary: 'Read a device',
  access: 'devices:read',
  takesKeys: 'read',
  response: { description: 'The device.', body: deviceSchema },
});

export const getDeviceHandler = createEndpoint(getDeviceRoute, ({ target }) => ({
  body: showDevice(target),
}));

export const updateDeviceRoute = defineRoute('devices/update-device', {
  method: 'PATCH',
  path: '/api/v1/devices/{device_id}',
  target: DEVICES,
  summary: 'Change or move a device',
  access: 'devices:update',
  isAudited: true,
  request: { body: deviceChangesSchema },
  response: { description: 'The changed device.', body: deviceSchema },
  errors: ['serial_taken'],
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
});

export const updateDeviceHandler = createAuditedEndpoint(
  updateDeviceRoute,
  async ({ target, body, scope, caller, ifMatch, now }, { table, randomBytes, settings }) => {
    const time = actionTime(now, randomBytes);
    const { alertRetentionDays: retentionDays } = settings;
    const recording = { ...time, actor: recordCaller(caller), retentionDays };
    const writes = watchWrites(table, time);
    const context = { scope, ifMatch, at: time.at, watchWrites: writes, recording };
    return { body: await updateDevice(table, target, body, context) };
  },
);

export const deleteDeviceRoute = defineRoute('devices/delete-device', {
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}',
  target: DEVICES,
  summary: 'Delete a device',
  access: 'devices:delete',
  isAudited: true,
  response: { description: 'The device is deleted. Its alerts remain; its offline alert is resolved.' },
  usesCertificates: true,
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const deleteDeviceHandler = createAuditedEndpoint(
  deleteDeviceRoute,
  async ({ target, ifMatch, now }, runtime) => {
    const { table, randomBytes } = runtime;
    const address = await loadAddress(table, target);
    const writes = watchWrites(table, actionTime(now, randomBytes));
    await deleteDevice(table, target, { ifMatch, watchWrites: writes });
    await endQuietly(address?.certificates ?? [], target, runtime);
  },
);
