import * as z from 'zod/mini';
import { actionTime } from '../shared/alerts/action-context.ts';
import { alertAgeMetrics } from '../shared/alerts/alert-ages.ts';
import { warningsField, withWarnings } from '../shared/alerts/warning.ts';
import { isKey, recordCaller } from '../shared/base/actor.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { runInLanes } from '../shared/base/run-in-lanes.ts';
import { withMeta } from '../shared/base/schema.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { resultErrorSchema } from '../shared/http/errors.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { startParts } from '../shared/http/time-for-parts.ts';
import { connectLinks } from '../shared/pictures/picture-links.ts';
import { announceUpload, uploadSchema } from '../shared/pictures/picture-upload.ts';
import { readReport, reportedAlertSchema, reportSchema } from '../shared/reports/report-event.ts';
import { runReport } from '../shared/reports/run-report.ts';

const reportResultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), { description: 'The status that a request for this event alone would have.' }),
    alert: withMeta(z.optional(reportedAlertSchema), { description: 'The current alert.' }),
    replayed: withMeta(z.optional(z.boolean()), {
      description: 'The event was reported before and had no effect now.',
    }),
    uploads: withMeta(z.optional(z.array(uploadSchema)), {
      description: 'How to upload the `pictures` of the event, in their order.',
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

/** API keys that report may call it, and users who may raise alerts. */
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
  settings: ['GUARD_ALERT_RETENTION_DAYS', 'GUARD_PICTURE_UPLOADS'],
});

/** For how many events the uploads of their pictures are announced in parallel. */
const UPLOADS_AT_ONCE = 5;

export const createReportHandler = createEndpoint(
  createReportRoute,
  async (
    { body, isStrict, query, scope, caller, now, measure, failed },
    { table, randomBytes, stopwatch, settings },
  ) => {
    const { results, resolved, ignored } = await runReport(
      table,
      readReport(body, { isStrict, isKey: isKey(caller) }),
      {
        tenantId: tenantToCreateIn(scope, query.tenant_id),
        caller,
        actor: recordCaller(caller),
        now,
        ...actionTime(now, randomBytes),
        randomBytes,
        retentionDays: settings.alertRetentionDays,
        isStrict,
        hasTime: startParts(stopwatch),
      },
    );
    for (const it of resolved.flatMap((alert) => alertAgeMetrics('resolve', alert, now))) measure(it);
    for (const error of ignored) failed(error); // logs an unexpected error
    const announcing = { actor: recordCaller(caller), now, ...actionTime(now, randomBytes) };
    const shown = await runInLanes(results, UPLOADS_AT_ONCE, async ({ warnings, ...it }) => {
      if ('error' in it) return { ...failed(it.error), ...withWarnings(warnings) };
      const { pictures = [], ...result } = it;
      const { alert } = result;
      // A device-bound key gets the tenant of those alerts only to which it may add pictures.
      const tenantId = pictures.length > 0 ? alert?.tenant_id : undefined;
      if (!alert || tenantId === undefined) return { ...result, ...withWarnings(warnings) };
      const place = { tenant_id: tenantId, id: alert.id };
      const sign = connectLinks(settings.pictureUploads);
      // The alert is already raised, so a failure here must not make the device repeat it.
      const uploads = await Promise.all(
        pictures.map((picture) => announceUpload(table, place, picture, { ...announcing, sign })),
      ).catch((error: unknown) => void failed(error));
      return { ...result, ...(uploads ? { uploads } : {}), ...withWarnings(warnings) };
    });
    return { body: { results: shown } };
  },
);
