import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { ZONES } from '../../shared/zones/zone.ts';
import { deleteZoneRoute } from './delete-zone.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteZoneRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, ZONES, target, { ifMatch });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
