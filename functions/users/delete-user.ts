import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteUser } from '../../shared/users/delete-user.ts';
import { deleteUserRoute } from './delete-user.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteUserRoute,
  async ({ target, caller, ifMatch }, { table }) => {
    await deleteUser(table, target, { caller, ifMatch });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
