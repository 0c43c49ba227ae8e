import { type Extent, type ListPlan, planList } from '../lists/plan.ts';
import type { Division } from '../table/index-keys.ts';
import { ALERTS, type AlertFilters } from './alert.ts';

/**
 * A partition that holds open alerts only is read this far at once when a filter remains: up to that many of them,
 * a page is one round trip. All of them are within what a page may read.
 */
const OPEN_READ_AHEAD = 250;

/**
 * Plans an alert list. What a page reads is bounded for every filter combination, because what is left to the
 * filter expression can only skip open alerts (active or acknowledged), of which a scope has few:
 *
 * - an open status with type or severity reads the index of that status, which holds open alerts only;
 * - `resolved` with type or severity reads the index of these, and skips what is still open.
 *
 * The status is no part of the type and severity keys: a list that does not ask for it must not lose an alert
 * that someone acknowledges while the page is read.
 */
export function planAlertList(extent: Extent, filters: AlertFilters): ListPlan {
  const { status, type, severity } = filters;
  const specific: Division =
    type !== undefined && severity !== undefined
      ? 'type_severity'
      : type !== undefined
        ? 'type'
        : severity !== undefined
          ? 'severity'
          : 'all';
  if (status !== undefined && (specific === 'all' || status !== 'resolved')) {
    const plan = planList(ALERTS, extent, 'status', filters, { type, severity });
    return specific === 'all' ? plan : { ...plan, readAhead: OPEN_READ_AHEAD };
  }
  return planList(ALERTS, extent, specific, filters, { status });
}
