import { leftOut } from '../alerts/raise-facts.ts';
import { fieldWarning, type Warning } from '../alerts/warning.ts';
import { type Caller, isKey } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { ReportEvent } from './report-event.ts';

/** The site or device to which an API key is bound. A user is not bound to any. */
interface Binding {
  readonly siteId?: string | undefined;
  readonly deviceId?: string | undefined;
  /** Whether the bound device has a `runaway_after`. */
  readonly mayRunAway?: boolean | undefined;
}

/** The site of an event and the device that reported it. */
export interface EventPlace {
  readonly siteId: string;
  readonly deviceId: string | undefined;
  /** Whether the report named no site, so that the current site of the device was taken. */
  readonly followsDevice: boolean;
  /** Whether the device is known to have a `runaway_after`. */
  readonly mayRunAway: boolean;
  /** The warnings about a site, zone or device that the event names and that was left out. */
  readonly warnings: readonly Warning[];
}

/** Finds the site and device of each event of one report. */
export interface Places {
  /** Throws `not_found` if the event names a site or device for which the caller may not report. */
  placeOf(event: ReportEvent): EventPlace;
}

export function bindingOf(caller: Caller): Binding {
  if (!isKey(caller)) return {};
  const { siteId, deviceId, mayRunAway } = caller;
  return { siteId, deviceId, mayRunAway };
}

/**
 * Reads the devices that decide about the sites of events, in one call. If the binding or the events already name the sites,
 * nothing is read.
 */
export async function readPlaces(
  table: Table,
  tenantId: string,
  binding: Binding,
  events: readonly ReportEvent[],
  isStrict: boolean,
): Promise<Places> {
  const ids = events.flatMap((event) => {
    const deviceId = deviceOf(binding, event);
    return deviceId !== undefined && needsDevice(binding, event) ? [deviceId] : [];
  });
  const unique = [...new Set(ids)];
  const items =
    unique.length > 0
      ? await batchGet(
          table,
          unique.map((id) => DEVICES.key(tenantId, id)),
        )
      : [];
  const devices = new Map<string, Device>();
  for (const item of items) {
    if (!item) continue;
    const device = DEVICES.entityOf(item);
    devices.set(device.id, device);
  }
  return { placeOf: (event) => placeEvent(binding, devices, event, isStrict) };
}

/**
 * Whether the device must be read. A device-bound key already knows its site. If the event names the site, raising the alert
 * checks the device anyway.
 */
function needsDevice(binding: Binding, event: ReportEvent): boolean {
  if (binding.deviceId !== undefined) return false;
  if (isOfDevice(event) || binding.siteId !== undefined) return true;
  return event.site_id === undefined;
}

/** Whether an event is about a device alone, so that it names no site. */
function isOfDevice(
  event: ReportEvent,
): event is Extract<ReportEvent, { readonly action: 'heartbeat' | 'test' }> {
  return event.action === 'heartbeat' || event.action === 'test';
}

function deviceOf(binding: Binding, event: ReportEvent): string | undefined {
  return event.device_id ?? binding.deviceId;
}

function placeEvent(
  binding: Binding,
  devices: ReadonlyMap<string, Device>,
  event: ReportEvent,
  isStrict: boolean,
): EventPlace {
  const deviceId = deviceOf(binding, event);
  const givenSite = isOfDevice(event) ? undefined : event.site_id;
  if (binding.deviceId !== undefined && deviceId !== binding.deviceId) throw new ApiError('not_found');
  const device = deviceId === undefined ? undefined : devices.get(deviceId);
  const mayRunAway = binding.mayRunAway ?? (device !== undefined && device.runaway_after !== null);
  if (isOfDevice(event) && deviceId === undefined) {
    throw invalidField('device_id', 'The device_id field is required.');
  }
  if (binding.siteId !== undefined) {
    const { siteId } = binding;
    const isElsewhere = givenSite !== undefined && givenSite !== siteId;
    if (binding.deviceId !== undefined) {
      if (isElsewhere && isStrict) throw new ApiError('not_found');
      const followsDevice = !isStrict || givenSite === undefined;
      return { siteId, deviceId, followsDevice, mayRunAway, warnings: isElsewhere ? [FOLLOWS_DEVICE] : [] };
    }
    if (isElsewhere) throw new ApiError('not_found');
    const isOwnDevice = deviceId === undefined || device?.site_id === siteId;
    if (isOwnDevice) return { siteId, deviceId, followsDevice: false, mayRunAway, warnings: [] };
    // A bound key learns nothing about other entities.
    if (isStrict || isOfDevice(event)) throw new ApiError('not_found');
    return {
      siteId,
      deviceId: undefined,
      followsDevice: false,
      mayRunAway: false,
      warnings: [leftOut('device_id')],
    };
  }
  if (deviceId !== undefined && needsDevice(binding, event) && !device) {
    if (isOfDevice(event)) throw new ApiError('not_found');
    throw invalidField('device_id', 'The device_id field must be an existing device.');
  }
  const siteId = givenSite ?? device?.site_id;
  if (siteId === undefined) {
    throw invalidField('site_id', 'The site_id field is required where no device_id is given.');
  }
  return { siteId, deviceId, followsDevice: givenSite === undefined, mayRunAway, warnings: [] };
}

const FOLLOWS_DEVICE = fieldWarning(
  'site_id',
  'left_out',
  'is not the present site of the device and was left out.',
);
