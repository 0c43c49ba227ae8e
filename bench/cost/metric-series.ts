import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { ALERT_SEVERITIES } from '../../shared/alerts/alert.ts';
import { ERRORS } from '../../shared/errors.ts';
import { functionGroup } from '../../shared/lambda/function-group.ts';
import { METRICS } from '../../shared/lambda/metrics.ts';
import { API_CHECKS } from '../../shared/probes/check-api.ts';
import { TIMER_KINDS } from '../../shared/timers/timer.ts';
import { DELIVERY_OUTCOMES } from '../../shared/webhooks/outcomes.ts';

/**
 * The maximum number of custom metrics of the functions. CloudWatch counts every combination of a name and its
 * dimensions' values in each hour (AWS, "Amazon CloudWatch Pricing"). Throws for a dimension without known values.
 */
export function countMetricSeries(): number {
  const values: Readonly<Record<string, number>> = {
    check: API_CHECKS.length,
    code: Object.keys(ERRORS).length,
    credential: 2,
    function_name: routes.length + triggers.length,
    // Written only in hours with a defect.
    function_version: 0,
    kind: TIMER_KINDS.length,
    group: new Set([...routes, ...triggers].map(functionGroup)).size,
    outcome: DELIVERY_OUTCOMES.length,
    severity: ALERT_SEVERITIES.length,
    // Written only in hours in which a tenant's critical alert waits, at 1/730 of the price.
    tenant_id: 0,
  };
  return Object.values(METRICS).reduce((sum, { dimensions }) => {
    return (
      sum +
      dimensions.reduce((product: number, dimension) => {
        const count = values[dimension];
        if (count === undefined) throw new Error(`How many values has ${dimension}?`);
        return product * count;
      }, 1)
    );
  }, 0);
}
