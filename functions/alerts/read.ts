import * as z from 'zod/mini';
import { ALERTS, alertPageSchema } from '../../shared/alerts/alert.ts';
import {
  alertDetailsFields,
  alertDetailsQuery,
  describeDetails,
  isBehind,
  listHistory,
  readOwnEntries,
  recentHistory,
} from '../../shared/alerts/alert-details.ts';
import { ALERT_EVENTS, alertEventPageSchema } from '../../shared/alerts/alert-event.ts';
import { readAlertPlan } from '../../shared/alerts/alert-plan.ts';
import { alertSummarySchema, countAlerts, summarizeAlerts } from '../../shared/alerts/alert-summary.ts';
import { countedAlert, findAlert } from '../../shared/alerts/find-alert.ts';
import { alertFilterFields, filtersOf, listAlerts } from '../../shared/alerts/list-alerts.ts';
import { isPermitted, narrowToTenant } from '../../shared/base/access.ts';
import { isKey } from '../../shared/base/actor.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { idField } from '../../shared/base/fields.ts';
import { withMeta } from '../../shared/base/schema.ts';
import { narrowToDevice } from '../../shared/devices/find-devices.ts';
import { admitRequest } from '../../shared/http/admit.ts';
import { answerList, answerSiteList } from '../../shared/http/answer-list.ts';
import { createEndpoint, type EndpointAnswer, endpointRequest } from '../../shared/http/endpoint.ts';
import { parseInput } from '../../shared/http/parse-input.ts';
import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { connectLinks } from '../../shared/pictures/picture-links.ts';
import { alertPicturesSchema, showPictures } from '../../shared/pictures/show-pictures.ts';
import { findContacts } from '../../shared/sites/change-contacts.ts';
import { narrowToSite } from '../../shared/sites/find-sites.ts';
import { SITES } from '../../shared/sites/site.ts';
import { listQuery, tenantFilter } from '../../shared/table/list-contract.ts';
import { EMPTY_PAGE } from '../../shared/table/list-page.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';

export const listSiteAlertsRoute = defineRoute('alerts/read/list-site-alerts', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/alerts',
  target: SITES,
  summary: 'List the alerts of a site, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  isPolled: true,
  request: { query: listQuery(alertFilterFields) },
  response: { description: 'A page of the alerts of the site.', body: alertPageSchema },
  errors: ['too_many_values'],
  table: listUse(ALERTS, { scopes: ['site', 'device'] }),
});

export const listSiteAlertsHandler = createEndpoint(listSiteAlertsRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, filters, page) =>
    listAlerts(table, extent, filtersOf(filters, request.caller, request.now), page),
  ),
}));

export const listAlertsRoute = defineRoute('alerts/read/list-alerts', {
  method: 'GET',
  path: '/api/v1/alerts',
  summary: 'List alerts, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  isPolled: true,
  request: { query: listQuery(alertFilterFields) },
  response: { description: 'A page of the alerts within the scope.', body: alertPageSchema },
  errors: ['too_many_values'],
  // For a platform admin, the index `platform` also finds the tenant of a device.
  table: listUse(ALERTS),
});

export const listAlertsHandler = createEndpoint(listAlertsRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, asked, page) => {
    const filters = filtersOf(asked, request.caller, request.now);
    const { device_id } = filters;
    const extent = device_id === undefined ? scope : await narrowToDevice(table, scope, device_id);
    return extent ? listAlerts(table, extent, filters, page) : EMPTY_PAGE;
  }),
}));

export const summarizeAlertsRoute = defineRoute('alerts/read/summarize-alerts', {
  method: 'GET',
  path: '/api/v1/alerts/summary',
  summary: 'Count open alerts',
  access: 'alerts:read',
  takesKeys: 'read',
  isPolled: true,
  request: { query: z.strictObject({ tenant_id: tenantFilter, site_id: z.optional(idField) }) },
  response: { description: 'The number of open alerts within the scope.', body: alertSummarySchema },
  // For a platform admin who names a site, the index `platform` also finds the tenant of the site.
  table: joinUses(listUse(ALERTS, { divisions: ['status'] }), { indexes: ['platform'] }),
});

export const summarizeAlertsHandler = createEndpoint(
  summarizeAlertsRoute,
  async ({ query, scope }, { table }) => {
    const { tenant_id, site_id } = query;
    const narrowed = narrowToTenant(scope, tenant_id);
    const extent =
      narrowed && site_id !== undefined ? await narrowToSite(table, narrowed, site_id) : narrowed;
    return { body: extent ? await summarizeAlerts(table, extent) : countAlerts([]) };
  },
);

const [examplePictures] = z.globalRegistry.get(alertPicturesSchema)?.examples ?? [];

const alertDetailsSchema = withMeta(
  z.extend(alertDetailsFields, {
    pictures: withMeta(z.optional(alertPicturesSchema), {
      description: 'Its pictures, if `include` names `pictures`.',
    }),
  }),
  describeDetails({ pictures: examplePictures }),
);

export const getAlertRoute = defineRoute('alerts/read/get-alert', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}',
  target: ALERTS,
  summary: 'Read an alert',
  access: 'alerts:read',
  takesKeys: 'read',
  request: { query: alertDetailsQuery },
  response: { description: 'The alert.', body: alertDetailsSchema },
  table: { actions: ['BatchGetItem', 'GetItem', 'Query'] },
  settings: ['GUARD_PICTURE_VIEWS'],
});

/** Reads the history while it reads the alert, which saves a round trip. */
export const getAlertHandler = createPipeline(getAlertRoute, getAlert);

async function getAlert(event: PipelineEvent): Promise<EndpointAnswer<typeof getAlertRoute>> {
  const { table, settings } = event.state.runtime;
  const [admitted, early] = await Promise.allSettled([
    admitRequest(getAlertRoute, event),
    readOwnHistory(event),
  ]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (early.status === 'rejected') throw early.reason;
  const { target, query, caller, now } = endpointRequest(getAlertRoute, event);
  const hasContacts = query.include?.includes('contacts') ?? false;
  if (hasContacts && (isKey(caller) || !isPermitted(caller.role, 'contacts:read'))) {
    throw new ApiError('forbidden');
  }
  const { tenant_id, site_id } = target.entity;
  const [alert, own, plan, contacts, pictures] = await Promise.all([
    countedAlert(table, target),
    query.include?.includes('history') ? (early.value ?? readOwnEntries(table, target.entity)) : undefined,
    query.include?.includes('plan') ? readAlertPlan(table, target) : undefined,
    hasContacts ? findContacts(table, tenant_id, site_id) : undefined,
    query.include?.includes('pictures')
      ? showPictures(table, target, { now, sign: connectLinks(settings.pictureViews) })
      : undefined,
  ]);
  // The alert may have changed between the reads, so that its last change is not in its history or plan yet.
  const isOutdated = alert.version !== target.entity.version;
  const [newOwn, newTarget] = await Promise.all([
    own && (isOutdated || isBehind(own, target)) ? readOwnEntries(table, alert) : own,
    isOutdated && (own || plan) ? findAlert(table, tenant_id, alert.id) : undefined,
  ]);
  const history = newOwn && recentHistory(newTarget ?? target, newOwn);
  const newPlan = plan && newTarget ? await readAlertPlan(table, newTarget) : plan;
  return { body: { ...alert, history, plan: newPlan, contacts, pictures } };
}

/** Reads the items of the history if the request asks for it and the alert must be in the caller's own tenant. */
async function readOwnHistory(event: PipelineEvent) {
  parseInput(getAlertRoute, event);
  const { path, query, caller } = endpointRequest(getAlertRoute, event);
  const isOfPlatform = !isKey(caller) && caller.role === 'platform_admin';
  if (!query.include?.includes('history') || isOfPlatform) return undefined;
  return readOwnEntries(event.state.runtime.table, { tenant_id: caller.tenantId, id: path.alert_id });
}

export const listAlertEventsRoute = defineRoute('alerts/read/list-alert-events', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/events',
  target: ALERTS,
  summary: 'List the history of an alert, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the history of the alert.', body: alertEventPageSchema },
  table: listUse(ALERT_EVENTS),
});

export const listAlertEventsHandler = createEndpoint(listAlertEventsRoute, async (call, { table }) => ({
  body: await answerList(call, (_scope, _filters, page) => listHistory(table, call.target, page)),
}));
