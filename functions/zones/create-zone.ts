import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createZone } from '../../shared/zones/create-zone.ts';
import type { Zone } from '../../shared/zones/zone.ts';
import { createZoneRoute } from './create-zone.route.ts';

export const createHandler = createAuditedEndpoint(
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

export const handler = createHandler(lambdaRuntime);
