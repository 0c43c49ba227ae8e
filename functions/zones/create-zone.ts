import { createEndpoint } from '../../shared/http/endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createZone } from '../../shared/zones/create-zone.ts';
import { createZoneRoute } from './create-zone.route.ts';

export const createHandler = createEndpoint(
  createZoneRoute,
  async ({ target, body, now, baseUrl }, { table, randomBytes }) => {
    const zone = await createZone(table, target.entity, body, {
      id: newId(now, randomBytes),
      at: formatTimestamp(now),
    });
    return { body: zone, headers: { Location: `${baseUrl}/api/v1/zones/${zone.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
