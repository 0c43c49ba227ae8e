import { BOTH, isNamed, type Scenario } from './scenario.ts';

export const WAITING_ALERT_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'unacknowledged-critical-alert',
    what: 'nobody acknowledges an alert of a tenant that had none',
    loads: BOTH,
    minutes: 10,
    series: { UnacknowledgedCriticalAlertAge: [{ service: 'guard-test', tenant_id: 'waiting' }] },
    change: (moment) =>
      isNamed(moment, 'Guard', 'UnacknowledgedCriticalAlertAge') &&
      moment.metric.dimensions['tenant_id'] === 'waiting'
        ? [[400, 1]]
        : undefined,
  },
  {
    entry: 'alert-ages-not-measured',
    what: 'nothing is measured',
    loads: BOTH,
    minutes: 5,
    change: (moment) =>
      isNamed(moment, 'Guard', 'OldestUnacknowledgedCriticalAlertAge', 'UnacknowledgedCriticalAlertAge')
        ? []
        : undefined,
  },
];
