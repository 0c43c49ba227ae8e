import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createTenant } from '../../shared/tenants/create-tenant.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createTenantRoute } from './create-tenant.route.ts';

export const createHandler = createAuditedEndpoint(
  createTenantRoute,
  async ({ body, now, url }, { table, randomBytes }) => {
    const tenant = await createTenant(table, body, {
      id: newId(now, randomBytes),
      masterId: newId(now, randomBytes),
      at: formatTimestamp(now),
    });
    return { body: tenant, headers: { Location: `${url}/${tenant.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
