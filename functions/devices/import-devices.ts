import * as z from 'zod/mini';
import { importedDeviceSchema, looseDeviceImportSchema } from '../../shared/devices/device.ts';
import { importDevice } from '../../shared/devices/import-device.ts';
import { ApiError, invalidField } from '../../shared/errors.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { loadTargets } from '../../shared/http/target.ts';
import { startParts } from '../../shared/http/time-for-parts.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { wrongReferences } from '../../shared/references.ts';
import { runInLanes } from '../../shared/run-in-lanes.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { validate } from '../../shared/validation.ts';
import { importDevicesRoute } from './import-devices.route.ts';

/** The route, but each device is validated on its own, so that an invalid device fails alone. */
const route = {
  ...importDevicesRoute,
  request: { ...importDevicesRoute.request, body: looseDeviceImportSchema },
};

const siteIdsOf = (devices: readonly unknown[]) =>
  new Set(
    devices.flatMap((device) => z.object({ site_id: z.string() }).safeParse(device).data?.site_id ?? []),
  );

/**
 * Devices are created one after the other: those of a site conflict in its count, and if two have the same serial, the first
 * counts.
 */
const LANES = 1;

export const createHandler = createAuditedEndpoint(
  route,
  async ({ body: { devices }, scope, caller, now, failed }, { table, randomBytes, stopwatch }) => {
    const hasTime = startParts(stopwatch);
    const siteIds = [...siteIdsOf(devices)];
    const sites = await loadTargets(table, 'site', siteIds, { caller, scope });
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

export const handler = createHandler(lambdaRuntime);

function readDevice(device: unknown) {
  if (typeof device !== 'object' || device === null || Array.isArray(device)) {
    throw invalidField('device', 'The device must be a JSON object.');
  }
  return validate(importedDeviceSchema, device);
}
