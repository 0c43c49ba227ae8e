import { ALERT_SEVERITIES, type AlertSeverity } from '../../../shared/alerts/alert.ts';
import type { DeviceEvent } from './device.ts';

/** An alert according to the rules. */
export interface ExpectedAlert {
  readonly dedupKey: string;
  /** That of the worst event: its id. */
  readonly message: string;
  readonly severity: AlertSeverity;
  readonly status: 'active' | 'resolved';
  readonly occurrences: number;
}

export interface Expected {
  /** The alerts by the id of the event that opens them. */
  readonly alerts: ReadonlyMap<string, ExpectedAlert>;
  /** The status of every response to each event. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** The expected result of events that each take effect once, in order for each dedup key. */
export function expectedOf(events: readonly DeviceEvent[]): Expected {
  const alerts = new Map<string, ExpectedAlert>();
  const statuses = new Map<string, number>();
  const openings = new Map<string, string>();
  for (const { id, action, dedup_key, severity } of events) {
    const opening = openings.get(dedup_key);
    const open = opening === undefined ? undefined : alerts.get(opening);
    statuses.set(id, action === 'raise' && !open ? 201 : 200);
    if (action === 'resolve') {
      openings.delete(dedup_key);
      if (opening !== undefined && open) alerts.set(opening, { ...open, status: 'resolved' });
    } else if (opening !== undefined && open) {
      const higher = higherOf(open.severity, severity as AlertSeverity);
      const message = higher === open.severity ? open.message : id;
      alerts.set(opening, { ...open, severity: higher, message, occurrences: open.occurrences + 1 });
    } else {
      openings.set(dedup_key, id);
      const begun = { dedupKey: dedup_key, message: id, severity: severity as AlertSeverity, occurrences: 1 };
      alerts.set(id, { ...begun, status: 'active' });
    }
  }
  return { alerts, statuses };
}

function higherOf(one: AlertSeverity, other: AlertSeverity): AlertSeverity {
  return ALERT_SEVERITIES.indexOf(one) > ALERT_SEVERITIES.indexOf(other) ? one : other;
}
