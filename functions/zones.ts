import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerSiteList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { SITES } from '../shared/sites/site.ts';
import {
  createZone,
  ZONES,
  type Zone,
  zoneChangesSchema,
  zoneInputSchema,
  zonePageSchema,
  zoneSchema,
} from '../shared/sites/zone.ts';
import { deleteEntity, updateEntity } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { planList } from '../shared/table/list-plan.ts';
import { listEntities } from '../shared/table/list-read.ts';
import { listUse } from '../shared/table/table-use.ts';

export const listSiteZonesRoute = defineRoute('zones/list-site-zones', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/zones',
  target: SITES,
  summary: 'List the zones of a site, newest first',
  access: 'zones:read',
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the zones of the site.', body: zonePageSchema },
  table: listUse(ZONES, { scopes: ['site'] }),
});

export const listSiteZonesHandler = createEndpoint(listSiteZonesRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, _, page) =>
    listEntities(table, ZONES, planList(ZONES, extent), page),
  ),
}));

export const createZoneRoute = defineRoute('zones/create-zone', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/zones',
  target: SITES,
  summary: 'Create a zone at a site',
  access: 'zones:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: zoneInputSchema },
  response: { status: 201, description: 'The new zone.', body: zoneSchema },
  table: { actions: ['PutItem', 'UpdateItem'] },
});

export const createZoneHandler = createAuditedEndpoint(
  createZoneRoute,
  async ({ target, body, now, baseUrl, remember }, { table, randomBytes }) => {
    const answer = (zone: Zone) => ({
      body: zone,
      headers: { Location: `${baseUrl}/api/v1/zones/${zone.id}` },
    });
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    return answer(
      await createZone(table, target.entity, body, origin, remember && ((zone) => remember(answer(zone)))),
    );
  },
);

export const getZoneRoute = defineRoute('zones/get-zone', {
  method: 'GET',
  path: '/api/v1/zones/{zone_id}',
  target: ZONES,
  summary: 'Read a zone',
  access: 'zones:read',
  takesKeys: 'read',
  response: { description: 'The zone.', body: zoneSchema },
});

export const getZoneHandler = createEndpoint(getZoneRoute, ({ target }) => ({ body: target.entity }));

export const updateZoneRoute = defineRoute('zones/update-zone', {
  method: 'PATCH',
  path: '/api/v1/zones/{zone_id}',
  target: ZONES,
  summary: 'Change a zone',
  access: 'zones:update',
  isAudited: true,
  request: { body: zoneChangesSchema },
  response: { description: 'The changed zone.', body: zoneSchema },
  table: { actions: ['UpdateItem'] },
});

export const updateZoneHandler = createAuditedEndpoint(
  updateZoneRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateEntity(table, ZONES, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const deleteZoneRoute = defineRoute('zones/delete-zone', {
  method: 'DELETE',
  path: '/api/v1/zones/{zone_id}',
  target: ZONES,
  summary: 'Delete a zone without devices',
  access: 'zones:delete',
  isAudited: true,
  response: { description: 'The zone is deleted. Its alerts remain.' },
  errors: ['zone_not_empty'],
  table: { actions: ['DeleteItem', 'UpdateItem'] },
});

export const deleteZoneHandler = createAuditedEndpoint(
  deleteZoneRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, ZONES, target, { ifMatch });
    return {};
  },
);
