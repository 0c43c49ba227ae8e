import * as z from 'zod/mini';
import type { PinnedPlan } from './choose-plan.ts';

/**
 * The attributes for an alert's plan and for the steps that have an outcome. They are outside `data`, so that no index copies
 * them.
 */
export const PLAN = 'plan';
export const PLAN_STEPS = 'plan_steps';

export const STEP_OUTCOMES = ['done', 'failed', 'no_answer', 'skipped'] as const;

/** A step that has an outcome. The details of the outcome are in its history entry. */
const recordedStepSchema = z.looseObject({
  key: z.string(),
  outcome: z.string(),
  entry: z.string(),
});

export type RecordedStep = z.infer<typeof recordedStepSchema>;

const attributesSchema = z.object({
  [PLAN]: z.optional(z.object({ id: z.string(), version: z.int() })),
  [PLAN_STEPS]: z._default(z.array(recordedStepSchema), []),
});

/** The plan of an alert. */
export interface AlertPlanState {
  /** `undefined` if no plan applied to the alert when it was raised. */
  readonly plan: PinnedPlan | undefined;
  readonly steps: readonly RecordedStep[];
}

export function readPlanState(item: Readonly<Record<string, unknown>>): AlertPlanState {
  const { [PLAN]: plan, [PLAN_STEPS]: steps } = attributesSchema.parse(item);
  return { plan, steps };
}
