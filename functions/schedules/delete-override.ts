import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteOverride } from '../../shared/schedules/change-overrides.ts';
import { deleteOverrideRoute } from './delete-override.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteOverrideRoute,
  async ({ target, path }, { table }) => {
    await deleteOverride(table, target, path.override_id);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
