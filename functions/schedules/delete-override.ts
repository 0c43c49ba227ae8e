import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteOverride } from '../../shared/schedules/change-overrides.ts';
import { deleteOverrideRoute } from './delete-override.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteOverrideRoute,
  async ({ target, path, ifMatch }, { table }) => {
    await deleteOverride(table, target, path.override_id, ifMatch);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
