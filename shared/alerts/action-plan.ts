import * as z from 'zod/mini';
import { idField, timestampField, warningsField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { defineKind } from '../table/kind.ts';

export const planStatusField = withMeta(z.enum(['active', 'disabled']), { id: 'ActionPlanStatus' });

export const stepKindField = withMeta(z.enum(['call', 'check', 'dispatch', 'other']), {
  id: 'ActionPlanStepKind',
});

/** A step, both as the table stores it and as clients see it. */
export const planStepSchema = withMeta(
  z.object({
    key: withMeta(z.string(), { description: 'Names the step within its plan.' }),
    text: z.string(),
    kind: stepKindField,
    // Neither `contact_role` nor the next fields are enumerations: client generators lose the null of a nullable enumeration.
    contact_role: withMeta(z.nullable(z.string()), {
      description: 'Which contacts of the site the step is about; null: none in particular.',
    }),
    required: withMeta(z.boolean(), {
      description: 'Whether it needs an outcome before a person resolves the alert.',
    }),
  }),
  { id: 'ActionPlanStep' },
);

export const EXAMPLE_PLAN = {
  name: 'Intrusion',
  site_ids: null,
  types: ['intrusion'],
  min_severity: 'high',
  steps: [
    {
      key: 'call-keyholder',
      text: 'Call the keyholder',
      kind: 'call',
      contact_role: 'keyholder',
      required: true,
    },
    {
      key: 'send-guard',
      text: 'Send a guard to the site',
      kind: 'dispatch',
      contact_role: null,
      required: true,
    },
  ],
  status: 'active',
};

export const actionPlanSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    site_ids: z.nullable(z.array(idField)),
    types: z.nullable(z.array(z.string())),
    min_severity: z.nullable(z.string()),
    steps: z.array(planStepSchema),
    status: planStatusField,
    version: withMeta(z.int().check(z.positive()), {
      description:
        'Grows with every change but that of the name alone. Alerts keep the version that was active when they were raised.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
    warnings: warningsField,
  }),
  {
    id: 'ActionPlan',
    description: 'The steps that operators take when an alert is raised.',
    examples: [
      {
        id: EXAMPLE_IDS.action_plan,
        tenant_id: EXAMPLE_IDS.tenant,
        ...EXAMPLE_PLAN,
        version: 1,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export type ActionPlan = z.infer<typeof actionPlanSchema>;
export type PlanStep = z.infer<typeof planStepSchema>;

/** An action plan belongs to its whole tenant, even if it applies to some sites only. */
export const ACTION_PLANS = defineKind<ActionPlan>({
  name: 'PLAN',
  schema: actionPlanSchema,
  indexes: { platform: ['all'], tenant: [] },
  limit: { count: 'action_plans', maximum: 200, error: 'too_many_action_plans' },
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
});
