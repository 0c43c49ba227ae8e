import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { reloadEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { planVersionKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { ActionContext, AlertActionContext } from './action-context.ts';
import { EXAMPLE_PLAN, type PlanStep, planStepSchema } from './action-plan.ts';
import { ALERTS, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, COUNTS, stepOutcomeField } from './alert-event.ts';
import { noteField } from './alert-input.ts';
import { itemsOfLog, loggedAs } from './alert-log.ts';
import { changeStored } from './change-stored.ts';
import { FIRST_ACTION, firstActionOf } from './first-action.ts';
import { newEvent } from './history.ts';
import { type AlertPlanState, PLAN_STEPS, STEP_OUTCOMES } from './pinned-plan.ts';
import { type PlanVersion, readVersionItem } from './plan-version.ts';
import { WORKED_AT } from './reminder.ts';
import { changeAlert } from './transition.ts';

const actor = { kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' } as const;
const [call, dispatch] = EXAMPLE_PLAN.steps;
const done = {
  ...call,
  outcome: 'done',
  note: 'Opens the gate',
  by: actor,
  at: '2026-11-20T12:01:05.000+00:00',
};
const open = { ...dispatch, outcome: null, note: null, by: null, at: null };

/** A step of an alert's plan, with its last outcome. */
export const alertStepSchema = withMeta(
  z.extend(planStepSchema, {
    outcome: withMeta(z.nullable(z.string()), {
      description: `What came of it: ${STEP_OUTCOMES.map((it) => `\`${it}\``).join(', ')}; null: nothing yet.`,
      examples: ['done'],
    }),
    note: z.nullable(z.string()),
    by: withMeta(z.nullable(recordedActorSchema), { description: 'Who recorded the outcome.' }),
    at: z.nullable(timestampField),
  }),
  { id: 'AlertPlanStep', description: 'A step of the action plan of an alert.', examples: [done] },
);

export const alertPlanSchema = withMeta(
  z.object({
    plan: withMeta(z.nullable(z.object({ id: idField, name: z.string(), version: z.int() })), {
      description: 'The plan and its version when the alert was raised; null for an alert without a plan.',
    }),
    steps: z.array(alertStepSchema),
  }),
  {
    id: 'AlertPlan',
    description: 'The action plan of an alert, with the outcomes of its steps.',
    examples: [
      { plan: { id: EXAMPLE_IDS.action_plan, name: EXAMPLE_PLAN.name, version: 1 }, steps: [done, open] },
    ],
  },
);

export const stepOutcomeInputSchema = withMeta(
  z.strictObject({
    outcome: stepOutcomeField,
    note: withMeta(z.optional(noteField), { description: 'Stored with the outcome, and in the history.' }),
  }),
  { id: 'StepOutcomeInput', examples: [{ outcome: 'no_answer', note: 'Rang for a minute' }] },
);

type AlertPlan = z.infer<typeof alertPlanSchema>;
export type AlertStep = z.infer<typeof alertStepSchema>;
type StepOutcomeInput = z.infer<typeof stepOutcomeInputSchema>;

const NO_PLAN: AlertPlan = { plan: null, steps: [] };

type PlannedAlert = Pick<StoredAlert, 'entity' | 'planState'>;
type LoggedAlert = Pick<StoredAlert, 'entity' | 'log'>;

/** The plan of an alert that was just read, with the outcomes of its steps. */
export async function readAlertPlan(
  table: Table,
  { entity, log, planState: { plan, steps } }: PlannedAlert & LoggedAlert,
): Promise<AlertPlan> {
  if (!plan) return NO_PLAN;
  const { tenant_id, id } = entity;
  const logged = itemsOfLog(entity, log);
  const [versionItem, ...items] = await batchGet(table, [
    planVersionKey(tenant_id, plan.id, plan.version),
    ...steps
      .filter(({ entry }) => !loggedAs(log, entry))
      .map(({ entry }) => ALERT_EVENTS.key(tenant_id, id, entry)),
  ]);
  const version = readVersionItem(versionItem);
  if (!version) return NO_PLAN;
  const entries = new Map(
    [...logged, ...items]
      .filter((item) => item !== undefined)
      .map((item) => [item['id'], ALERT_EVENTS.entityOf(item)]),
  );
  return {
    plan: { id: plan.id, name: version.name, version: plan.version },
    steps: version.steps.map((step) => {
      const recorded = steps.find(({ key }) => key === step.key);
      return stepWith(step, recorded?.outcome, entries.get(recorded?.entry));
    }),
  };
}

/** The version of an alert's plan; `undefined` for an alert without a plan. */
async function findPlanVersion(
  table: Table,
  { entity: { tenant_id }, planState: { plan } }: PlannedAlert,
): Promise<PlanVersion | undefined> {
  return plan && readVersionItem(await getItem(table, planVersionKey(tenant_id, plan.id, plan.version)));
}

/** A step with its outcome, and what the history entry of that outcome contains. */
function stepWith(
  step: PlanStep,
  outcome: AlertStep['outcome'] | undefined,
  entry: AlertEvent | undefined,
): AlertStep {
  return {
    ...step,
    outcome: outcome ?? null,
    note: entry?.note ?? null,
    by: entry?.actor ?? null,
    at: entry?.at ?? null,
  };
}

/** Finds the steps that need an outcome before this actor resolves the alert. Devices and Guard itself need none. */
export async function findRequiredSteps(
  table: Table,
  alert: StoredAlert,
  { actor }: Pick<AlertActionContext, 'actor'>,
): Promise<readonly PlanStep[]> {
  if (actor.kind !== 'user' || alert.entity.status === 'resolved') return [];
  const { steps = [] } = (await findPlanVersion(table, alert)) ?? {};
  return steps.filter(({ required }) => required);
}

/**
 * Throws `plan_incomplete`, naming each required step without an outcome, unless the actor overrides the plan. Returns
 * whether the actor overrides it, which is false if no outcome is missing.
 */
export function checkSteps(
  required: readonly PlanStep[],
  { steps }: AlertPlanState,
  { override_plan = false }: Pick<AlertActionContext, 'override_plan'>,
): boolean {
  const missing = required.filter(({ key }) => !steps.some((step) => step.key === key));
  if (missing.length === 0 || override_plan) return missing.length > 0;
  const fields = missing.map(({ key, text }) => [`steps.${key}`, [`The step "${text}" has no outcome.`]]);
  throw new ApiError('plan_incomplete', { fields: Object.fromEntries(fields) });
}

/**
 * Records the outcome of a step of an alert's plan, whatever the alert's status, with a history entry. If outcomes of one
 * step are concurrent, each has a history entry, and the last one counts. Throws `not_found` if the plan has no such step.
 * `alongside` returns further writes of the same transaction.
 */
export async function recordStep(
  table: Table,
  alert: StoredAlert,
  key: string,
  { outcome, note }: StepOutcomeInput,
  context: ActionContext,
  alongside: (step: AlertStep) => readonly GuardedWrite[] = () => [],
): Promise<AlertStep> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), async (current, writeId) => {
    // A rise of the severity may have replaced the plan meanwhile.
    const plan = await findPlanVersion(table, current);
    const step = plan?.steps.find((it) => it.key === key);
    if (!step) throw new ApiError('not_found');
    const { entity, planState, firstAction } = current;
    const changed = changeAlert(entity, {}, context.at);
    const event = { ...newEvent(changed, 'plan_step', context, note), step: key, outcome };
    const others = planState.steps.filter((it) => it.key !== key);
    const steps = [...others, { key, outcome, entry: event.id }];
    const first = firstActionOf({ ...entity, firstAction }, changed, context.actor);
    const result = stepWith(step, outcome, event);
    const change = {
      alert: changed,
      entries: [{ event, mark: FIRST_ACTION in first ? COUNTS : undefined }] as const,
      beside: { [PLAN_STEPS]: planState.steps },
      besideAfter: { ...first, [WORKED_AT]: changed.updated_at, [PLAN_STEPS]: steps },
    };
    return { writes: [...changeStored(table, current, change, writeId), ...alongside(result)], result };
  });
}
