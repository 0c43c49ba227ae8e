import { actionTime } from '../shared/alerts/action-context.ts';
import { ACTION_PLANS, type ActionPlan, actionPlanSchema } from '../shared/alerts/action-plan.ts';
import { ALERTS } from '../shared/alerts/alert.ts';
import {
  type AlertStep,
  alertPlanSchema,
  alertStepSchema,
  readAlertPlan,
  recordStep,
  stepOutcomeInputSchema,
} from '../shared/alerts/alert-plan.ts';
import { createActionPlan, deleteActionPlan, updateActionPlan } from '../shared/alerts/change-plans.ts';
import {
  actionPlanChangesSchema,
  actionPlanInputSchema,
  actionPlanPageSchema,
  stepKeyField,
} from '../shared/alerts/plan-contract.ts';
import { unseenTypes } from '../shared/alerts/unseen-types.ts';
import { recordUser } from '../shared/base/actor.ts';
import { tenantQuery, type Warning } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { listOf } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { warnOfDeletedSites } from '../shared/sites/find-sites.ts';
import { applyChanges } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import type { Table } from '../shared/table/table.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';

/** The reads that the warnings of an action plan need. */
const PLAN_WARNINGS_USE = joinUses(
  listUse(ALERTS, { scopes: ['tenant'], divisions: ['status', 'type_severity'] }),
  {
    actions: ['BatchGetItem'],
  },
);

/** Warns of the sites and types for which a plan will probably never be chosen. */
async function warningsOfPlan(
  table: Table,
  tenantId: string,
  { site_ids, types }: Pick<ActionPlan, 'site_ids' | 'types'>,
): Promise<Warning[]> {
  const [sites, unseen] = await Promise.all([
    warnOfDeletedSites(table, tenantId, site_ids),
    unseenTypes(table, tenantId, types),
  ]);
  return [...sites, ...unseen];
}

export const getAlertPlanRoute = defineRoute('action-plans/get-alert-plan', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/plan',
  target: ALERTS,
  summary: 'Read the action plan of an alert',
  access: 'alerts:read',
  takesKeys: 'read',
  response: {
    description: 'The plan as it was when the alert was raised, with the outcomes of its steps.',
    body: alertPlanSchema,
    etag: false,
  },
  table: { actions: ['BatchGetItem'] },
});

export const getAlertPlanHandler = createEndpoint(getAlertPlanRoute, async ({ target }, { table }) => ({
  body: await readAlertPlan(table, target),
}));

export const recordStepRoute = defineRoute('action-plans/record-step', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/plan/steps/{key}',
  target: ALERTS,
  summary: "Record the outcome of a step of an alert's action plan",
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  takesIdempotencyKey: true,
  request: { path: { key: stepKeyField }, body: stepOutcomeInputSchema },
  response: {
    description: 'The step with its outcome. An earlier outcome stays in the history.',
    body: alertStepSchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const recordStepHandler = createEndpoint(
  recordStepRoute,
  async ({ target, path, body, caller, now, remember }, { table, randomBytes }) => {
    const doing = { actor: recordUser(caller), ...actionTime(now, randomBytes) };
    const alongside = (step: AlertStep) => remember({ body: step });
    return { body: await recordStep(table, target, path.key, body, doing, alongside) };
  },
);

export const listActionPlansRoute = defineRoute('action-plans/list-action-plans', {
  method: 'GET',
  path: '/api/v1/action-plans',
  summary: 'List action plans, newest first',
  access: 'action_plans:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the action plans in the scope of the caller.',
    body: actionPlanPageSchema,
  },
  table: listUse(ACTION_PLANS),
});

export const listActionPlansHandler = createEndpoint(listActionPlansRoute, listOf(ACTION_PLANS));

export const createActionPlanRoute = defineRoute('action-plans/create-action-plan', {
  method: 'POST',
  path: '/api/v1/action-plans',
  summary: 'Create an action plan',
  access: 'action_plans:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: actionPlanInputSchema },
  response: {
    status: 201,
    description: 'The new plan. Alerts that are raised from now on may have it.',
    body: actionPlanSchema,
  },
  errors: ['not_found', 'too_many_action_plans'],
  table: joinUses(PLAN_WARNINGS_USE, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] }),
});

export const createActionPlanHandler = createAuditedEndpoint(
  createActionPlanRoute,
  async ({ body, query, scope, now, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const types = body.types && [...new Set(body.types)];
    // The sites of a new plan were just checked, so the warnings are only about types.
    const warnings = await warningsOfPlan(table, tenantId, { site_ids: null, types });
    const answer = (plan: ActionPlan) => ({ body: { ...plan, warnings } });
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    return answer(await createActionPlan(table, body, origin, (it) => remember(answer(it))));
  },
);

export const getActionPlanRoute = defineRoute('action-plans/get-action-plan', {
  method: 'GET',
  path: '/api/v1/action-plans/{action_plan_id}',
  target: ACTION_PLANS,
  summary: 'Read an action plan',
  access: 'action_plans:read',
  response: { description: 'The plan.', body: actionPlanSchema },
  table: PLAN_WARNINGS_USE,
});

export const getActionPlanHandler = createEndpoint(
  getActionPlanRoute,
  async ({ target: { entity: plan } }, { table }) => ({
    body: { ...plan, warnings: await warningsOfPlan(table, plan.tenant_id, plan) },
  }),
);

export const updateActionPlanRoute = defineRoute('action-plans/update-action-plan', {
  method: 'PATCH',
  path: '/api/v1/action-plans/{action_plan_id}',
  target: ACTION_PLANS,
  summary: 'Change an action plan',
  access: 'action_plans:update',
  isAudited: true,
  request: { body: actionPlanChangesSchema },
  response: {
    description: 'The changed plan. Alerts keep the version that they were raised with.',
    body: actionPlanSchema,
  },
  table: joinUses(PLAN_WARNINGS_USE, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] }),
});

export const updateActionPlanHandler = createAuditedEndpoint(
  updateActionPlanRoute,
  async ({ target, body, ifMatch, now }, { table }) => {
    // Read before the change: if a read failed after it, the client would not learn that the plan has changed.
    const at = formatTimestamp(now);
    const wanted = applyChanges(target.entity, body, at);
    const warnings = await warningsOfPlan(table, wanted.tenant_id, wanted);
    const plan = await updateActionPlan(table, target, body, { ifMatch, at });
    return { body: { ...plan, warnings } };
  },
);

export const deleteActionPlanRoute = defineRoute('action-plans/delete-action-plan', {
  method: 'DELETE',
  path: '/api/v1/action-plans/{action_plan_id}',
  target: ACTION_PLANS,
  summary: 'Delete an action plan',
  access: 'action_plans:delete',
  isAudited: true,
  response: { description: 'The plan is deleted. Alerts that were raised with it keep it.' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});

export const deleteActionPlanHandler = createAuditedEndpoint(
  deleteActionPlanRoute,
  ({ target, ifMatch }, { table }) => deleteActionPlan(table, target, ifMatch),
);
