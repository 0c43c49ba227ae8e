import * as z from 'zod/mini';
import { warningsField } from '../../shared/alerts/warning.ts';
import { tenantQuery } from '../../shared/fields.ts';
import { resultErrorSchema } from '../../shared/http/result-error.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { reportSchema } from '../../shared/reports/report-event.ts';
import { reportedAlertSchema } from '../../shared/reports/reported-alert.ts';
import { withMeta } from '../../shared/with-meta.ts';

const reportResultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), { description: 'The status that a request for this event alone would have.' }),
    alert: withMeta(z.optional(reportedAlertSchema), { description: 'The current alert.' }),
    replayed: withMeta(z.optional(z.boolean()), {
      description: 'The event was reported before and had no effect now.',
    }),
    error: z.optional(resultErrorSchema),
    warnings: withMeta(warningsField, {
      description: 'What Guard repaired in the event, or what makes it useless if it is refused.',
    }),
  }),
  { id: 'ReportResult', description: 'The result of one event.' },
);

const reportAnswerSchema = withMeta(
  z.object({
    results: withMeta(z.array(reportResultSchema), {
      description: 'One result for each event, in the order of the events.',
    }),
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
              message: 'The site_id field is required where no device_id is given.',
              code: 'validation_failed',
              errors: { site_id: ['The site_id field is required where no device_id is given.'] },
            },
          },
        ],
      },
    ],
  },
);

/** Keys that report may call it, and users who may raise alerts. */
export const createReportRoute = defineRoute('reports/create-report', {
  method: 'POST',
  path: '/api/v1/reports',
  summary: 'Report events of devices: raise, resolve, heartbeat',
  access: 'alerts:create',
  takesKeys: 'report',
  rateClass: 'report',
  repairs: true,
  request: { query: tenantQuery, body: reportSchema },
  response: { description: 'The result of each event.', body: reportAnswerSchema, etag: false },
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
