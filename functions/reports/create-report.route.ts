import * as z from 'zod/mini';
import { tenantQuery } from '../../shared/fields.ts';
import { resultErrorSchema } from '../../shared/http/result-error.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { looseReportSchema, reportSchema } from '../../shared/reports/report-event.ts';
import { reportedAlertSchema } from '../../shared/reports/reported-alert.ts';
import { withMeta } from '../../shared/with-meta.ts';

const reportResultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), { description: 'As the status of a request of its own would be.' }),
    alert: withMeta(z.optional(reportedAlertSchema), { description: 'As it is now.' }),
    replayed: withMeta(z.optional(z.boolean()), {
      description: 'The event was reported before, and nothing was done now.',
    }),
    error: z.optional(resultErrorSchema),
  }),
  { id: 'ReportResult', description: 'What became of one event.' },
);

const reportAnswerSchema = withMeta(
  z.object({
    results: withMeta(z.array(reportResultSchema), { description: 'In the order of the events.' }),
  }),
  {
    id: 'ReportResults',
    examples: [
      {
        results: [
          { status: 200 },
          {
            status: 422,
            error: {
              message: 'The severity field is required.',
              code: 'validation_failed',
              errors: { severity: ['The severity field is required.'] },
            },
          },
        ],
      },
    ],
  },
);

/** Keys report, and whoever may raise alerts. */
export const createReportRoute = defineRoute('reports/create-report', {
  method: 'POST',
  path: '/api/v1/reports',
  summary: 'Report what happened, what is over, and that a device is there',
  access: 'alerts:create',
  takesKeys: true,
  rateClass: 'report',
  request: { query: tenantQuery, body: reportSchema, looseBody: looseReportSchema },
  response: { description: 'What became of each event.', body: reportAnswerSchema, etag: false },
  errors: ['not_found'],
  table: {
    actions: [
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ],
  },
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
});
