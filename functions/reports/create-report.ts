import { recordCaller } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { alertAgeMetric } from '../../shared/alerts/alert-age.ts';
import { recordHeartbeat } from '../../shared/heartbeats/record-heartbeat.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { startParts } from '../../shared/http/time-for-parts.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { runReport } from '../../shared/reports/run-report.ts';
import { createReportRoute } from './create-report.route.ts';

export const createHandler = createEndpoint(
  createReportRoute,
  async (
    { body, query, scope, caller, now, measure, failed },
    { table, randomBytes, stopwatch, settings },
  ) => {
    const { alertRetentionDays: retentionDays } = settings;
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const results = await runReport(table, body.events, {
      tenantId,
      caller,
      actor: recordCaller(caller),
      now,
      ...actionTime(now, randomBytes),
      hasTime: startParts(stopwatch),
      hear: (deviceId) => recordHeartbeat(table, { tenantId, deviceId }, { now, randomBytes, retentionDays }),
      failed,
      onResolved: (alert) => measure(alertAgeMetric('resolve', alert, now)),
    });
    return { body: { results } };
  },
);

export const handler = createHandler(lambdaRuntime);
