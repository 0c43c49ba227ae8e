import { type Extent, type ListPlan, planList } from '../lists/plan.ts';
import type { Facets } from '../table/index-keys.ts';
import { ALERT_SEVERITIES, ALERTS, type AlertFilters } from './alert.ts';

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
  const isSpecific = type !== undefined || severity !== undefined;
  if (status !== undefined && (!isSpecific || status !== 'resolved')) {
    const plan = planList(ALERTS, extent, 'status', filters, { type, severity });
    return isSpecific ? { ...plan, readAhead: OPEN_READ_AHEAD } : plan;
  }
  return planByTypeAndSeverity(extent, filters, { status });
}

function planByTypeAndSeverity(extent: Extent, filters: AlertFilters, filter: Facets): ListPlan {
  const { type, severity } = filters;
  if (type === undefined) {
    return planList(ALERTS, extent, severity === undefined ? 'all' : 'severity', filters, filter);
  }
  if (severity === undefined && extent.kind === 'assigned_sites') {
    return planList(ALERTS, extent, 'type', filters, filter);
  }
  // A type alone has an index of sites only: elsewhere it is merged of its severities, which never change.
  const severities = severity === undefined ? ALERT_SEVERITIES : [severity];
  const each = severities.map((it) => ({ type, severity: it }));
  return planList(ALERTS, extent, 'type_severity', each, filter);
}
