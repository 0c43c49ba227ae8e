import type { Alert, AlertSeverity } from '../../client/types.ts';
import { rankOf } from './severities.ts';
import { severityLabel } from './words.ts';

/** What has been seen of each alert: the gravest severity. Nothing was seen before the first time. */
export type Seen = ReadonlyMap<string, AlertSeverity> | undefined;

export interface News {
  /** Alerts that were not there before, or are graver than they were; none the first time, when all is new. */
  readonly alerts: readonly Alert[];
  readonly seen: Seen;
}

/** What is new among the active alerts. What left and comes back, as after a lost connection, is not new. */
export function newsOf(seen: Seen, open: readonly Alert[]): News {
  const active = open.filter(({ status }) => status === 'active');
  const isNew = ({ id, severity }: Alert) => {
    const before = seen?.get(id);
    return before === undefined || rankOf(severity) < rankOf(before);
  };
  const alerts = seen ? active.filter(isNew) : [];
  if (seen && alerts.length === 0) return { alerts, seen };
  const entries = [
    ...(seen ?? []),
    ...(seen ? alerts : active).map(({ id, severity }) => [id, severity] as const),
  ];
  return { alerts, seen: new Map(entries) };
}

/** What a screen reader says of it: one sentence, however many there are. */
export function sayNews(alerts: readonly Alert[]): string {
  const [gravest] = [...alerts].sort((one, other) => rankOf(one.severity) - rankOf(other.severity));
  if (!gravest) return '';
  const which = `${severityLabel(gravest.severity)}: ${gravest.message}${gravest.site_name ? `, ${gravest.site_name}` : ''}`;
  return alerts.length === 1 ? `New alert. ${which}.` : `${alerts.length} new alerts. ${which}, and others.`;
}
