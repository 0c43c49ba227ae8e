import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createSite } from '../../shared/sites/create-site.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createSiteRoute } from './create-site.route.ts';

export const createHandler = createEndpoint(
  createSiteRoute,
  async ({ body, query, reach, now, url }, { table, randomBytes }) => {
    const site = await createSite(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(reach, query.tenant_id),
      at: formatTimestamp(now),
    });
    return { body: site, headers: { Location: `${url}/${site.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
