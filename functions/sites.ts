import { actionTime } from '../shared/alerts/action-context.ts';
import { recordUser } from '../shared/base/actor.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { listUnder } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { OPENINGS, openingPageSchema } from '../shared/openings/opening.ts';
import { openingsOf, readSiteState } from '../shared/openings/site-state.ts';
import { deleteContactsOf } from '../shared/sites/change-contacts.ts';
import { checkSetsEscalation, createSite } from '../shared/sites/change-sites.ts';
import { listSites } from '../shared/sites/find-sites.ts';
import {
  SITES,
  type Site,
  type StoredSite,
  siteChangesSchema,
  siteFor,
  siteInputSchema,
  sitePageSchema,
  siteSchema,
} from '../shared/sites/site.ts';
import {
  deleteManyOf,
  deleteSupervisionsOf,
  rescheduleOf,
} from '../shared/supervisions/change-supervisions.ts';
import { applyChanges, changeEntity, deleteEntity } from '../shared/table/change-entity.ts';
import { siteStateKey } from '../shared/table/keys.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { getItem } from '../shared/table/reads.ts';
import type { Table } from '../shared/table/table.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';
import { endTestsOf } from '../shared/test-mode/change-tests.ts';

export const listSitesRoute = defineRoute('sites/list-sites', {
  method: 'GET',
  path: '/api/v1/sites',
  summary: 'List sites, newest first',
  access: 'sites:read',
  opensScreens: true,
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the sites within the scope.', body: sitePageSchema },
  table: joinUses(listUse(SITES), { actions: ['BatchGetItem'] }),
});

export const listSitesHandler = createEndpoint(listSitesRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, _, page) => {
    const { items, ...around } = await listSites(table, scope, page);
    return { ...around, items: items.map((site) => siteFor(request.caller, site)) };
  }),
}));

export const createSiteRoute = defineRoute('sites/create-site', {
  method: 'POST',
  path: '/api/v1/sites',
  summary: 'Create a site',
  access: 'sites:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: siteInputSchema },
  response: { status: 201, description: 'The new site.', body: siteSchema },
  errors: ['not_found'],
  table: { actions: ['PutItem', 'UpdateItem'] },
});

export const createSiteHandler = createAuditedEndpoint(
  createSiteRoute,
  async ({ body, query, caller, scope, now, remember }, { table, randomBytes }) => {
    if (body.escalation) checkSetsEscalation(caller, body);
    const answer = (site: Site) => ({ body: withOpenings(site) });
    const origin = {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
    };
    return answer(await createSite(table, body, origin, (it) => remember(answer(it))));
  },
);

export const getSiteRoute = defineRoute('sites/get-site', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}',
  target: SITES,
  summary: 'Read a site',
  access: 'sites:read',
  takesKeys: 'read',
  response: { description: 'The site, and whether it is open.', body: siteSchema },
  table: { actions: ['GetItem'] },
});

export const getSiteHandler = createEndpoint(getSiteRoute, async ({ target, caller }, { table }) => {
  const state = await readState(table, target.entity);
  return { body: withOpenings(siteFor(caller, target.entity), state) };
});

const readState = (table: Table, { tenant_id, id }: Site) => getItem(table, siteStateKey(tenant_id, id));

/** A site with whether it is open. Of a new one nothing was reported. */
const withOpenings = <S>(site: S, state?: Parameters<typeof readSiteState>[0]) => ({
  ...site,
  openings: openingsOf(readSiteState(state)),
});

export const listOpeningsRoute = defineRoute('sites/list-openings', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/openings',
  target: SITES,
  summary: 'List the openings and closings of a site of the last 13 months, newest first',
  access: 'sites:read',
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the history, in the order in which Guard learned of it.',
    body: openingPageSchema,
  },
  table: listUse(OPENINGS),
});

export const listOpeningsHandler = createEndpoint(listOpeningsRoute, listUnder(OPENINGS));

export const updateSiteRoute = defineRoute('sites/update-site', {
  method: 'PATCH',
  path: '/api/v1/sites/{site_id}',
  target: SITES,
  summary: 'Change a site',
  access: 'sites:update',
  isAudited: true,
  request: { body: siteChangesSchema },
  response: { description: 'The changed site.', body: siteSchema },
  table: { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
});

export const updateSiteHandler = createAuditedEndpoint(
  updateSiteRoute,
  async ({ target, body, caller, ifMatch, now }, { table }) => {
    checkSetsEscalation(caller, body);
    const change = async (site: Site, stored: StoredSite, writeId: string) => {
      const changed = applyChanges<Site>(site, body, formatTimestamp(now));
      const isMoved = changed.timezone !== site.timezone;
      return {
        changed,
        alongside: isMoved ? await rescheduleOf(table, stored, changed, { now, writeId }) : [],
      };
    };
    // Before the change: a read that fails after it would refuse what was done.
    const state = await readState(table, target.entity);
    return { body: withOpenings(await changeEntity(table, SITES, target, ifMatch, change), state) };
  },
);

export const deleteSiteRoute = defineRoute('sites/delete-site', {
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}',
  target: SITES,
  summary: 'Delete a site without zones and devices, with its contacts and supervisions; its tests end',
  access: 'sites:delete',
  isAudited: true,
  response: { description: 'The site is deleted. Its alerts remain.' },
  errors: ['site_not_empty'],
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const deleteSiteHandler = createAuditedEndpoint(
  deleteSiteRoute,
  async ({ target, ifMatch, caller, now }, { table, randomBytes }) => {
    const context = { ...actionTime(now, randomBytes), actor: recordUser(caller), now };
    const site = await deleteManyOf(table, target, { ifMatch });
    await deleteEntity(table, SITES, site, {
      ifMatch,
      alongside: async (site, writeId) => [
        ...deleteContactsOf(table, site),
        ...deleteSupervisionsOf(table, site),
        ...(await endTestsOf(table, site, { ...context, writeId })),
      ],
    });
  },
);
