import { getHealthRoute } from '../../functions/health.ts';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { createReportRoute } from '../../functions/reports.ts';
import { routes } from '../../functions/routes.ts';
import { triggers, triggersOf } from '../../functions/triggers.ts';
import { functionGroup } from '../../shared/lambda/function-group.ts';
import { METRICS, type MetricName } from '../../shared/lambda/metrics.ts';
import { API_CHECKS } from '../../shared/self-check/check-api.ts';
import { DELIVERY_OUTCOMES } from '../../shared/webhooks/attempt.ts';

/**
 * The metrics that are written only in hours with a failure, a waiting critical alert, a mail, a notification or a release:
 * at 1/730 of the price for each hour.
 */
const SELDOM: ReadonlySet<string> = new Set<MetricName>([
  'DisabledWebhooks',
  'FailedTimers',
  'Failures',
  'InternalErrors',
  'Mails',
  'NobodyNotified',
  'Notifications',
  'Releases',
  'ServerErrors',
  'SuppressedAddresses',
  'TenantsNearLimit',
  'UnacknowledgedCriticalAlertAge',
]);

/** The metrics that are written only for callers. */
const FOR_CALLERS: ReadonlySet<string> = new Set<MetricName>([
  'ChangeToScreen',
  'LiveMessages',
  'RateLimited',
  'SecondsToAcknowledge',
  'SecondsToResolve',
  'SignIns',
  'SsoSignIns',
  'WebhookDeliveries',
]);

/** The functions that run without callers: schedules, and what they call. */
const UNCALLED = [...triggersOf('schedule'), authorizerTrigger, getHealthRoute, createReportRoute];

/**
 * The number of custom metrics that the functions write in every hour, with callers at most. CloudWatch counts every
 * combination of a name and its dimensions' values in each hour (AWS, "Amazon CloudWatch Pricing"). Throws for a dimension
 * without known values.
 */
export function countMetricSeries({ withCallers }: { readonly withCallers: boolean }): number {
  const values: Readonly<Record<string, number>> = {
    check: API_CHECKS.length,
    // The probe presents an unknown token.
    credential: withCallers ? 3 : 1,
    group: new Set((withCallers ? [...routes, ...triggers] : UNCALLED).map(functionGroup)).size,
    outcome: DELIVERY_OUTCOMES.length,
  };
  return Object.entries(METRICS).reduce((sum, [name, { dimensions }]) => {
    if (SELDOM.has(name) || (!withCallers && FOR_CALLERS.has(name))) return sum;
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
