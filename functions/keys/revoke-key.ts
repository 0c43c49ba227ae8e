import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { revokeKeyRoute } from './revoke-key.route.ts';

export const createHandler = createAuditedEndpoint(revokeKeyRoute, async ({ target, ifMatch }, { table }) => {
  await deleteEntity(table, KEYS, target, { ifMatch });
  return {};
});

export const handler = createHandler(lambdaRuntime);
