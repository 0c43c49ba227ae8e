import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteZone } from '../../shared/zones/delete-zone.ts';
import { deleteZoneRoute } from './delete-zone.route.ts';

export const createHandler = createEndpoint(deleteZoneRoute, async ({ target, ifMatch }, { table }) => {
  await deleteZone(table, target, ifMatch);
  return {};
});

export const handler = createHandler(lambdaRuntime);
