import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { deleteTarget, listAtSite, showTarget } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { SITES } from '../shared/sites/site.ts';
import {
  createZone,
  ZONES,
  zoneChangesSchema,
  zoneInputSchema,
  zonePageSchema,
  zoneSchema,
} from '../shared/sites/zone.ts';
import { updateEntity } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
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

export const listSiteZonesHandler = createEndpoint(listSiteZonesRoute, listAtSite(ZONES));

export const createZoneRoute = defineRoute('zones/create-zone', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/zones',
  target: SITES,
  summary: 'Create a zone at a site',
  access: 'zones:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: zoneInputSchema },
  response: {
    status: 201,
    description: 'The new zone.',
    body: zoneSchema,
    location: '/api/v1/zones/{id}',
  },
  table: { actions: ['PutItem', 'UpdateItem'] },
});

export const createZoneHandler = createAuditedEndpoint(
  createZoneRoute,
  async ({ target, body, now, remember }, { table, randomBytes }) => {
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    return { body: await createZone(table, target.entity, body, origin, (it) => remember({ body: it })) };
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

export const getZoneHandler = createEndpoint(getZoneRoute, showTarget);

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

export const deleteZoneHandler = createAuditedEndpoint(deleteZoneRoute, deleteTarget(ZONES));
