import type { ActionPlan } from '../../shared/action-plans/action-plan.ts';
import { createActionPlan } from '../../shared/action-plans/change-plans.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createActionPlanRoute } from './create-action-plan.route.ts';
import { warningsOfPlan } from './plan-warnings.ts';

export const createHandler = createAuditedEndpoint(
  createActionPlanRoute,
  async ({ body, query, scope, now, url, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const types = body.types && [...new Set(body.types)];
    // A new plan names existing sites only.
    const warnings = await warningsOfPlan(table, tenantId, { site_ids: null, types });
    const answer = (plan: ActionPlan) => ({
      body: { ...plan, warnings },
      headers: { Location: `${url}/${plan.id}` },
    });
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    const alongside = (plan: ActionPlan) => remember?.(answer(plan)) ?? [];
    return answer(await createActionPlan(table, body, origin, alongside));
  },
);

export const handler = createHandler(lambdaRuntime);
