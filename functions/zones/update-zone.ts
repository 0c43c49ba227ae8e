import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateZone } from '../../shared/zones/update-zone.ts';
import { updateZoneRoute } from './update-zone.route.ts';

export const createHandler = createEndpoint(
  updateZoneRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateZone(table, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
