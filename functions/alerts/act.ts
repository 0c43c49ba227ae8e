import * as z from 'zod/mini';
import { actOnAlert, noteAlert, reopenAlert, takeOverAlert } from '../../shared/alerts/act-on-alert.ts';
import { type AlertActionContext, actionTime } from '../../shared/alerts/action-context.ts';
import {
  acknowledgeAlertsInputSchema,
  acknowledgeInputSchema,
  noteInputSchema,
  parkInputSchema,
  reopenInputSchema,
  resolveAlertsInputSchema,
  resolveInputSchema,
  takeOverInputSchema,
} from '../../shared/alerts/action-input.ts';
import { ALERTS, type Alert, alertSchema, type StoredAlert } from '../../shared/alerts/alert.ts';
import { alertAgeMetrics } from '../../shared/alerts/alert-ages.ts';
import { alertEventSchema } from '../../shared/alerts/alert-event.ts';
import { parkAlert, unparkAlert } from '../../shared/alerts/park-alert.ts';
import type { AlertAction } from '../../shared/alerts/transition.ts';
import { recordUser } from '../../shared/base/actor.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { withMeta } from '../../shared/base/schema.ts';
import { createAuditedEndpoint, createEndpoint, type Endpoint } from '../../shared/http/endpoint.ts';
import { resultErrorSchema } from '../../shared/http/errors.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { loadTargets } from '../../shared/http/target.ts';
import { startParts } from '../../shared/http/time-for-parts.ts';
import type { MetricValue } from '../../shared/lambda/metrics.ts';
import type { Settings } from '../../shared/lambda/settings.ts';
import type { Table } from '../../shared/table/table.ts';
import { joinUses, lookupUse } from '../../shared/table/table-use.ts';

const actionResultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), { description: 'The status that a request for this alert alone would have.' }),
    alert: withMeta(z.optional(alertSchema), { description: 'The current alert.' }),
    error: z.optional(resultErrorSchema),
  }),
  { id: 'AlertActionResult', description: 'The result for one alert.' },
);

const actionResultsSchema = withMeta(
  z.object({
    results: withMeta(z.array(actionResultSchema), {
      description: 'One result for each id, in the order of the ids.',
    }),
  }),
  {
    id: 'AlertActionResults',
    examples: [{ results: [{ status: 404, error: { message: 'Not Found.', code: 'not_found' } }] }],
  },
);

type ActionRoute = typeof acknowledgeAlertRoute | typeof resolveAlertRoute;

/** Only the functions that resolve have this setting. */
const retentionAfter = (action: AlertAction, settings: Pick<Settings, 'alertRetentionDays'>) =>
  action === 'resolve' ? settings.alertRetentionDays : undefined;

function alertAction(action: AlertAction): Endpoint<ActionRoute> {
  return async ({ target, body, caller, now, measure }, { table, randomBytes, settings }) => {
    const retentionDays = retentionAfter(action, settings);
    const acting = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...body, retentionDays };
    return { body: await actAndMeasure(table, target, action, acting, { now, measure }) };
  };
}

/** Acts on an alert. If the action changed the alert, it also measures the alert's age. */
async function actAndMeasure(
  table: Table,
  target: StoredAlert,
  action: AlertAction,
  acting: AlertActionContext,
  { now, measure }: { readonly now: Date; readonly measure: (value: MetricValue) => void },
): Promise<Alert> {
  const { outcome, alert } = await actOnAlert(table, target, action, acting);
  if (outcome === 'changed') for (const it of alertAgeMetrics(action, alert, now)) measure(it);
  return alert;
}

type ActionsRoute = typeof acknowledgeAlertsRoute | typeof resolveAlertsRoute;

/** How many actions run in parallel. Each is a transaction that writes to the many indexes of an alert. */
const AT_ONCE = 5;

/** Makes the handler of an action on several alerts. If one fails, the others are not affected. */
function alertActions(action: AlertAction): Endpoint<ActionsRoute> {
  return async (
    { body, caller, scope, now, measure, failed },
    { table, randomBytes, stopwatch, settings },
  ) => {
    const retentionDays = retentionAfter(action, settings);
    const { alert_ids, severities = {}, ...said } = body;
    const hasTime = startParts(stopwatch);
    const seenOf = new Map(Object.entries(severities).map(([id, it]) => [id.toLowerCase(), it]));
    const acting = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...said, retentionDays };
    const targets = await loadTargets(table, ALERTS, alert_ids, { caller, scope });
    const results = await runInLanes(targets, AT_ONCE, async (target) => {
      try {
        if (!target) throw new ApiError('not_found');
        if (!hasTime()) throw new ApiError('service_unavailable');
        const seen = { ...acting, severity: seenOf.get(target.entity.id) };
        const alert = await actAndMeasure(table, target, action, seen, { now, measure });
        return { status: 200, alert };
      } catch (error) {
        return failed(error);
      }
    });
    return { body: { results } };
  };
}

export const acknowledgeAlertRoute = defineRoute('alerts/act/acknowledge-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/acknowledge',
  target: ALERTS,
  summary: 'Acknowledge an alert',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  request: { body: acknowledgeInputSchema },
  response: { description: 'The alert, which is acknowledged now or was before.', body: alertSchema },
  errors: ['alert_already_resolved', 'severity_raised', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem', 'PutItem'] },
});

export const acknowledgeAlertHandler = createEndpoint(acknowledgeAlertRoute, alertAction('acknowledge'));

export const resolveAlertRoute = defineRoute('alerts/act/resolve-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/resolve',
  target: ALERTS,
  summary: 'Resolve an alert',
  access: 'alerts:resolve',
  rateClass: 'alert_action',
  isAudited: true,
  request: { body: resolveInputSchema },
  response: { description: 'The alert, which is resolved now or was before.', body: alertSchema },
  errors: ['plan_incomplete', 'severity_raised', 'changed_too_often'],
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const resolveAlertHandler = createAuditedEndpoint(resolveAlertRoute, alertAction('resolve'));

export const reopenAlertRoute = defineRoute('alerts/act/reopen-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/reopen',
  target: ALERTS,
  summary: 'Reopen an alert that was resolved by mistake',
  access: 'alerts:resolve',
  rateClass: 'alert_action',
  request: { body: reopenInputSchema },
  response: { description: 'The alert, acknowledged by the caller.', body: alertSchema },
  errors: ['not_reopenable', 'dedup_key_taken', 'changed_too_often'],
  table: { actions: ['ConditionCheckItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
});

export const reopenAlertHandler = createEndpoint(
  reopenAlertRoute,
  async ({ target, body, caller, now }, { table, randomBytes }) => {
    const reopening = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...body, now };
    return { body: await reopenAlert(table, target, reopening) };
  },
);

export const takeOverAlertRoute = defineRoute('alerts/act/take-over-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/take-over',
  target: ALERTS,
  summary: 'Take over an alert that somebody else has acknowledged',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  request: { body: takeOverInputSchema },
  response: { description: 'The alert, which the caller has now or had before.', body: alertSchema },
  errors: ['alert_not_acknowledged', 'severity_raised', 'changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const takeOverAlertHandler = createEndpoint(
  takeOverAlertRoute,
  async ({ target, body, caller, now }, { table, randomBytes }) => {
    const taking = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...body };
    return { body: await takeOverAlert(table, target, taking) };
  },
);

export const parkAlertRoute = defineRoute('alerts/act/park-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/park',
  target: ALERTS,
  summary: 'Park an acknowledged alert until a time',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  request: { body: parkInputSchema },
  response: { description: 'The alert, which is parked until that time.', body: alertSchema },
  errors: ['alert_not_acknowledged', 'severity_raised', 'changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const parkAlertHandler = createEndpoint(
  parkAlertRoute,
  async ({ target, body, caller, now }, { table, randomBytes }) => {
    const parking = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...body, now };
    return { body: await parkAlert(table, target, parking) };
  },
);

export const unparkAlertRoute = defineRoute('alerts/act/unpark-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/unpark',
  target: ALERTS,
  summary: 'Bring a parked alert back to the queue',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  response: { description: 'The alert, which is not parked now or was not before.', body: alertSchema },
  errors: ['changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const unparkAlertHandler = createEndpoint(
  unparkAlertRoute,
  async ({ target, caller, now }, { table, randomBytes }) => {
    const unparking = { actor: recordUser(caller), ...actionTime(now, randomBytes) };
    return { body: await unparkAlert(table, target, unparking) };
  },
);

export const acknowledgeAlertsRoute = defineRoute('alerts/act/acknowledge-alerts', {
  method: 'POST',
  path: '/api/v1/alerts/acknowledge',
  summary: 'Acknowledge several alerts',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  request: { body: acknowledgeAlertsInputSchema },
  response: { description: 'The result for each alert.', body: actionResultsSchema, etag: false },
  errors: ['not_found'],
  table: joinUses(acknowledgeAlertRoute.table, {
    actions: ['BatchGetItem', 'GetItem'],
    ...lookupUse(ALERTS),
  }),
});

export const acknowledgeAlertsHandler = createEndpoint(acknowledgeAlertsRoute, alertActions('acknowledge'));

export const resolveAlertsRoute = defineRoute('alerts/act/resolve-alerts', {
  method: 'POST',
  path: '/api/v1/alerts/resolve',
  summary: 'Resolve several alerts',
  access: 'alerts:resolve',
  rateClass: 'alert_action',
  isAudited: true,
  request: { body: resolveAlertsInputSchema },
  response: { description: 'The result for each alert.', body: actionResultsSchema, etag: false },
  errors: ['not_found'],
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
  table: joinUses(resolveAlertRoute.table, { actions: ['BatchGetItem', 'GetItem'], ...lookupUse(ALERTS) }),
});

export const resolveAlertsHandler = createAuditedEndpoint(resolveAlertsRoute, alertActions('resolve'));

export const noteAlertRoute = defineRoute('alerts/act/note-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/notes',
  target: ALERTS,
  summary: 'Add a note to the history of an alert',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  takesIdempotencyKey: true,
  request: { body: noteInputSchema },
  response: {
    status: 201,
    description: 'The new entry of the history.',
    body: alertEventSchema,
    etag: false,
    location: '/api/v1/alerts/{alert_id}/events',
  },
  errors: ['changed_too_often'],
  table: { actions: ['UpdateItem', 'PutItem'] },
});

export const noteAlertHandler = createEndpoint(
  noteAlertRoute,
  async ({ target, body, caller, now, remember }, { table, randomBytes }) => {
    const doing = { actor: recordUser(caller), ...actionTime(now, randomBytes) };
    return { body: await noteAlert(table, target, body.text, doing, (it) => remember({ body: it })) };
  },
);
