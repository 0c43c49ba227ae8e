import type { Alert } from '../types.ts';
import type { WatchSource } from './watch.ts';
import type { AlertWatchFilters, AlertWatchOptions } from './watch-options.ts';

const OPEN = ['active', 'acknowledged'] as const;

type Values<V> = V | readonly V[] | undefined;

/** The filters with a status: open alerts by default. */
export function withStatus(filters: AlertWatchFilters): AlertWatchFilters {
  return { ...filters, status: filters.status ?? OPEN };
}

/** The rules of a watch of alerts. */
export function watchableAlerts(
  filters: AlertWatchFilters,
  { onTest, onViewers }: Pick<AlertWatchOptions, 'onTest' | 'onViewers'> = {},
): Pick<WatchSource<Alert>, 'isNewer' | 'matches' | 'itemIn'> {
  const { status, severity, type, device_id, tenant_id } = withStatus(filters);
  return {
    isNewer: (one, other) => one.version > other.version,
    matches: (alert) =>
      isOneOf(status, alert.status) &&
      isOneOf(severity, alert.severity) &&
      isOneOf(type, alert.type) &&
      (device_id === undefined || alert.device_id === device_id) &&
      (tenant_id === undefined || alert.tenant_id === tenant_id),
    itemIn: (change) => {
      if (change.type === 'test') onTest?.(change.test);
      if (change.type === 'viewers') onViewers?.(change.alert_id, change.viewers);
      return change.type === 'alert' ? change.alert : undefined;
    },
  };
}

function isOneOf<V>(values: Values<V>, value: V): boolean {
  return values === undefined || [values].flat().includes(value);
}
