import * as z from 'zod/mini';
import { EXAMPLE_PLAN, planStepSchema } from '../action-plans/action-plan.ts';
import { recordedActorSchema } from '../actor.ts';
import { EXAMPLE_IDS } from '../example-ids.ts';
import { idField, timestampField } from '../fields.ts';
import { withMeta } from '../with-meta.ts';
import { stepOutcomeField } from './alert-event.ts';
import { noteField } from './alert-input.ts';
import { STEP_OUTCOMES } from './pinned-plan.ts';

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

export type AlertPlan = z.infer<typeof alertPlanSchema>;
export type AlertStep = z.infer<typeof alertStepSchema>;
export type StepOutcomeInput = z.infer<typeof stepOutcomeInputSchema>;
