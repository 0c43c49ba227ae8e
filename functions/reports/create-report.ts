import { recordCaller } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { alertAgeMetrics } from '../../shared/alerts/alert-age.ts';
import { withWarnings } from '../../shared/alerts/warning.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { startParts } from '../../shared/http/time-for-parts.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { readReport } from '../../shared/reports/report-event.ts';
import { runReport } from '../../shared/reports/run-report.ts';
import { createReportRoute } from './create-report.route.ts';

export const createHandler = createEndpoint(
  createReportRoute,
  async (
    { body, isStrict, query, scope, caller, now, measure, failed },
    { table, randomBytes, stopwatch, settings },
  ) => {
    const { results, resolved, ignored } = await runReport(table, readReport(body, isStrict), {
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      caller,
      actor: recordCaller(caller),
      now,
      ...actionTime(now, randomBytes),
      randomBytes,
      retentionDays: settings.alertRetentionDays,
      isStrict,
      hasTime: startParts(stopwatch),
    });
    for (const it of resolved.flatMap((alert) => alertAgeMetrics('resolve', alert, now))) measure(it);
    for (const error of ignored) failed(error); // logs an unexpected error
    return {
      body: {
        results: results.map(({ warnings, ...it }) => ({
          ...('error' in it ? failed(it.error) : it),
          ...withWarnings(warnings),
        })),
      },
    };
  },
);

export const handler = createHandler(lambdaRuntime);
