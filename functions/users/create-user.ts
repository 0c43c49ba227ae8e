import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createUser } from '../../shared/users/create-user.ts';
import { createUserRoute } from './create-user.route.ts';

export const createHandler = createEndpoint(
  createUserRoute,
  async ({ body, query, caller, scope, now, url }, { table, randomBytes }) => {
    const user = await createUser(table, body, {
      caller,
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
    });
    return { body: user, headers: { Location: `${url}/${user.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
