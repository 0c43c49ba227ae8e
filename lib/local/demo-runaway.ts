import type { Alert } from '../../shared/alerts/alert.ts';
import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Device } from '../../shared/devices/device.ts';
import type { DemoAlert } from './demo-alerts.ts';

const THRESHOLD = 20;
const OCCURRENCES = 64;
const LATEST_AFTER_MS = 3 * 60_000;

/** The alerts of a tenant. An active one about a housing is replaced by the runaway alert of its device. */
export function withRunawayAlert(alerts: readonly DemoAlert[]): DemoAlert[] {
  const chosen = alerts.find(({ alert }) => alert.type === 'tamper' && alert.status === 'active');
  return alerts.map((it) => (it === chosen ? runaway(it) : it));
}

function runaway({ alert, events }: DemoAlert): DemoAlert {
  const changed = {
    ...alert,
    type: 'runaway',
    message: `More than ${THRESHOLD} tamper alerts in 10 minutes`,
    occurrences: OCCURRENCES,
    last_occurred_at: formatTimestamp(new Date(Date.parse(alert.created_at) + LATEST_AFTER_MS)),
    raised_by: GUARD_ITSELF,
  };
  return { alert: changed, events: events.map((event) => ({ ...event, actor: GUARD_ITSELF })) };
}

/** The device, with a threshold if it has a runaway alert. */
export function withThreshold(device: Device, alerts: readonly Alert[]): Device {
  const isRunaway = alerts.some(({ type, device_id }) => type === 'runaway' && device_id === device.id);
  return isRunaway ? { ...device, runaway_after: THRESHOLD } : device;
}
