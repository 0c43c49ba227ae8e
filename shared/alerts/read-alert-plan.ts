import type { PlanStep } from '../action-plans/action-plan.ts';
import { type PlanVersion, readVersionItem } from '../action-plans/plan-version.ts';
import { batchGet } from '../table/batch-get.ts';
import { getItem } from '../table/get-item.ts';
import { planVersionKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { StoredAlert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent } from './alert-event.ts';
import type { AlertPlan, AlertStep } from './alert-plan.ts';

const NO_PLAN: AlertPlan = { plan: null, steps: [] };

type PlannedAlert = Pick<StoredAlert, 'entity' | 'planState'>;

/** The plan of an alert that was just read, with the outcomes of its steps. */
export async function readAlertPlan(
  table: Table,
  { entity: { tenant_id, id }, planState: { plan, steps } }: PlannedAlert,
): Promise<AlertPlan> {
  if (!plan) return NO_PLAN;
  const [versionItem, ...items] = await batchGet(table, [
    planVersionKey(tenant_id, plan.id, plan.version),
    ...steps.map(({ entry }) => ALERT_EVENTS.key(tenant_id, id, entry)),
  ]);
  const version = readVersionItem(versionItem);
  if (!version) return NO_PLAN;
  const entries = new Map(
    items.filter((item) => item !== undefined).map((item) => [item['id'], ALERT_EVENTS.entityOf(item)]),
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
export async function findPlanVersion(
  table: Table,
  { entity: { tenant_id }, planState: { plan } }: PlannedAlert,
): Promise<PlanVersion | undefined> {
  return plan && readVersionItem(await getItem(table, planVersionKey(tenant_id, plan.id, plan.version)));
}

/** A step with its outcome, and what the history entry of the outcome says. */
export function stepWith(
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
