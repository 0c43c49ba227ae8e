import { deleteActionPlan } from '../../shared/action-plans/change-plans.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteActionPlanRoute } from './delete-action-plan.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteActionPlanRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteActionPlan(table, target, ifMatch);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
