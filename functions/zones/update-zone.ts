import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateEntity } from '../../shared/table/change-entity.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { ZONES } from '../../shared/zones/zone.ts';
import { updateZoneRoute } from './update-zone.route.ts';

export const createHandler = createAuditedEndpoint(
  updateZoneRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateEntity(table, ZONES, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
