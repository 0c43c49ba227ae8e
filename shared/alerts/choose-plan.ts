import { ALERT_SEVERITIES } from '../base/severities.ts';
import type { ActionPlan } from './action-plan.ts';

/** The fields that decide whether an active plan applies to an alert. */
export type PlanRule = Pick<ActionPlan, 'id' | 'version' | 'site_ids' | 'types' | 'min_severity'>;

/** The id and version of its plan that an alert keeps. */
export type PinnedPlan = Pick<ActionPlan, 'id' | 'version'>;

interface AlertFacts {
  readonly site_id: string;
  readonly type: string;
  /** The type of the report with the highest severity, if it differs from the alert's own type. */
  readonly reported_type?: string | undefined;
  readonly severity: string;
}

/**
 * Chooses the most specific plan for an alert: one that names its site and type, or else its site, or else its type, or else
 * neither. Among equally specific plans it chooses the one created last.
 */
export function choosePlan(plans: readonly PlanRule[], alert: AlertFacts): PinnedPlan | undefined {
  let chosen: PlanRule | undefined;
  for (const plan of plans) {
    if (isFor(plan, alert) && (!chosen || isPreferred(plan, chosen))) chosen = plan;
  }
  return chosen && { id: chosen.id, version: chosen.version };
}

const RANKS: readonly string[] = ALERT_SEVERITIES;

function isFor({ site_ids, types, min_severity }: PlanRule, alert: AlertFacts) {
  const { site_id, type, reported_type = type, severity } = alert;
  return (
    (site_ids === null || site_ids.includes(site_id)) &&
    (types === null || types.includes(type) || types.includes(reported_type)) &&
    (min_severity === null || RANKS.indexOf(severity) >= RANKS.indexOf(min_severity))
  );
}

/** Compares ids, because they sort by time of creation. */
function isPreferred(plan: PlanRule, other: PlanRule): boolean {
  const difference = specificity(plan) - specificity(other);
  return difference === 0 ? plan.id > other.id : difference > 0;
}

const specificity = ({ site_ids, types }: PlanRule) => 2 * Number(site_ids !== null) + Number(types !== null);
