import * as z from 'zod/mini';
import { isPermitted, isWithinScope, type Scope } from '../shared/base/access.ts';
import { type Caller, isKey } from '../shared/base/actor.ts';
import { ApiError, invalidField } from '../shared/base/errors.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import {
  lateClosingsCsv,
  lateClosingsQuery,
  lateClosingsSchema,
  reportLateClosings,
} from '../shared/statistics/late-closings.ts';
import {
  reportResponseTimes,
  responseTimesCsv,
  responseTimesQuery,
  responseTimesSchema,
} from '../shared/statistics/response-times.ts';
import { tenantKey } from '../shared/table/keys.ts';
import { tenantFilter } from '../shared/table/list-contract.ts';
import { getItem } from '../shared/table/reads.ts';
import { TENANTS } from '../shared/tenants/tenant.ts';

export const getResponseTimesRoute = defineRoute('statistics/get-response-times', {
  method: 'GET',
  path: '/api/v1/statistics/response-times',
  summary: 'Report how soon people responded to alerts',
  access: 'statistics:read',
  takesKeys: 'read',
  request: { query: z.strictObject({ tenant_id: tenantFilter, ...responseTimesQuery }) },
  response: {
    description: 'The response times within the scope; as CSV for `Accept: text/csv`.',
    body: responseTimesSchema,
    alsoCsv: true,
  },
  errors: ['not_found', 'range_too_large'],
  // BatchGetItem reads the names of people.
  table: { actions: ['BatchGetItem', 'GetItem', 'Query'] },
});

export const getResponseTimesHandler = createEndpoint(
  getResponseTimesRoute,
  async ({ query, scope, caller }, { table }) => {
    const { tenant_id, site_id, since, until, time_zone: timeZone, group_by: groupBy } = query;
    const tenantId = tenantToCreateIn(scope, tenant_id);
    const siteId = siteWithin(scope, tenantId, site_id);
    if (groupBy === 'user' && !mayReadPeople(caller)) throw new ApiError('forbidden');
    if (since >= until) throw invalidField('until', 'The until field must be later than since.');
    const [report, tenant] = await Promise.all([
      reportResponseTimes(table, tenantId, { since, until, timeZone, siteId, groupBy }),
      getItem(table, tenantKey(tenantId)),
    ]);
    const tenantName = tenant ? TENANTS.read(tenant).entity.name : null;
    return { body: { ...report, tenant_name: tenantName }, csv: () => responseTimesCsv(report) };
  },
);

export const getLateClosingsRoute = defineRoute('statistics/get-late-closings', {
  method: 'GET',
  path: '/api/v1/statistics/late-closings',
  summary: 'Report how often sites were closed late, per site and month',
  access: 'statistics:read',
  takesKeys: 'read',
  request: { query: z.strictObject({ tenant_id: tenantFilter, ...lateClosingsQuery }) },
  response: {
    description: 'The late closings within the scope; as CSV for `Accept: text/csv`.',
    body: lateClosingsSchema,
    alsoCsv: true,
  },
  errors: ['not_found', 'range_too_large'],
  table: { actions: ['Query'] },
});

export const getLateClosingsHandler = createEndpoint(
  getLateClosingsRoute,
  async ({ query, scope }, { table }) => {
    const { tenant_id, site_id, since, until, time_zone: timeZone } = query;
    const tenantId = tenantToCreateIn(scope, tenant_id);
    const siteId = siteWithin(scope, tenantId, site_id);
    if (since >= until) throw invalidField('until', 'The until field must be later than since.');
    const report = await reportLateClosings(table, tenantId, { since, until, timeZone, siteId });
    return { body: report, csv: () => lateClosingsCsv(report) };
  },
);

/** The site of the report; `undefined` for the whole tenant. For a site-bound API key, it is always the key's site. */
function siteWithin(scope: Scope, tenantId: string, siteId: string | undefined): string | undefined {
  const site = siteId ?? (scope.kind === 'assigned_sites' ? scope.siteIds[0] : undefined);
  if (site !== undefined && !isWithinScope(scope, { tenant_id: tenantId, site_id: site })) {
    throw new ApiError('not_found');
  }
  return site;
}

function mayReadPeople(caller: Caller): boolean {
  return !isKey(caller) && isPermitted(caller.role, 'statistics:read_people');
}
