import type { Alert } from '../../shared/alerts/alert.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Device } from '../../shared/devices/device.ts';
import { type Watch, watchAfterHeartbeat } from '../../shared/devices/heartbeat.ts';
import type { DemoSite } from './demo-premises.ts';

/** A device with its watch, which replaces the unwatched device. */
export interface DemoWatch {
  readonly device: Device;
  readonly watch: Watch;
}

const SILENT_SECONDS = 300;
const SECOND_MS = 1_000;
/** The demo sends no reports of the online device, so its interval keeps it online for a day. */
const DAY_SECONDS = 86_400;

/**
 * Two watched devices of a tenant. One is offline since its offline alert was raised; a report of the device resolves the alert.
 * The other one has just reported.
 */
export function demoWatches(premises: readonly DemoSite[], alerts: readonly Alert[]): DemoWatch[] {
  const devices = premises.flatMap((site) => site.devices);
  const alert = alerts.find(
    ({ type, status, severity }) => type === 'device-offline' && status === 'active' && severity === 'high',
  );
  const silent = devices.find(({ id }) => id === alert?.device_id);
  const reporting = devices.findLast(({ id }) => id !== silent?.id);
  return [
    ...(alert && silent ? [silentSince(silent, alert)] : []),
    ...(reporting ? [heardLately(reporting)] : []),
  ];
}

function silentSince(device: Device, { id: alert_id, created_at }: Alert): DemoWatch {
  const last_seen = formatTimestamp(new Date(Date.parse(created_at) - SILENT_SECONDS * SECOND_MS));
  return {
    device: {
      ...device,
      status: 'offline',
      heartbeat_seconds: SILENT_SECONDS,
      last_seen_at: last_seen,
      updated_at: created_at,
    },
    watch: { state: 'offline', last_seen, seconds: SILENT_SECONDS, alert_id },
  };
}

function heardLately(device: Device): DemoWatch {
  const watched: Device = { ...device, status: 'online', heartbeat_seconds: DAY_SECONDS };
  return {
    device: watched,
    watch: watchAfterHeartbeat(watched, new Date(device.last_seen_at ?? device.updated_at)),
  };
}
