import * as z from 'zod/mini';
import { changesOf, idField, nameField, slugField, textField, wordOf } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { CONTACT_ROLES } from '../sites/contact.ts';
import { pageOf } from '../table/list-contract.ts';
import { actionPlanSchema, EXAMPLE_PLAN, planStatusField, stepKindField } from './action-plan.ts';

/**
 * The request and response bodies of the routes of action plans. They are apart from the kind, because the functions of other
 * routes import the kind, too.
 */

/** These limits keep the directory of a tenant's 200 plans below the 400 KB that an item may have (plan-directory.ts). */
const MAXIMUM_SITES = 50;
const MAXIMUM_TYPES = 10;
const MAXIMUM_STEPS = 20;

export const stepKeyField = withMeta(slugField, {
  description: 'Names the step within its plan.',
  examples: ['call-keyholder'],
});

const stepInputSchema = withMeta(
  z.strictObject({
    key: stepKeyField,
    text: textField(500),
    kind: stepKindField,
    contact_role: withMeta(z._default(z.nullable(wordOf(CONTACT_ROLES)), null), {
      description: 'Which contacts of the site the step is about.',
    }),
    required: withMeta(z.boolean(), {
      description: 'Whether it needs an outcome before a person resolves the alert.',
    }),
  }),
  { id: 'ActionPlanStepInput' },
);

const hasUniqueKeys = z.refine<{ key: string }[]>(
  (steps) => new Set(steps.map(({ key }) => key)).size === steps.length,
  { error: 'must have different keys' },
);

const FIELDS = {
  name: nameField,
  site_ids: withMeta(z.nullable(z.array(idField).check(z.minLength(1), z.maxLength(MAXIMUM_SITES))), {
    description: 'Only for alerts of these sites of the tenant; null: of all sites.',
  }),
  types: withMeta(z.nullable(z.array(slugField).check(z.minLength(1), z.maxLength(MAXIMUM_TYPES))), {
    description: 'Only for alerts of these types; null: of all types.',
  }),
  min_severity: withMeta(z.nullable(wordOf(ALERT_SEVERITIES)), {
    description: 'Only for alerts of this severity or a higher one; null: of any.',
  }),
  steps: withMeta(z.array(stepInputSchema).check(z.minLength(1), z.maxLength(MAXIMUM_STEPS), hasUniqueKeys), {
    description: 'In the order in which to take them. Each has a key of its own.',
  }),
  status: planStatusField,
};

export const actionPlanInputSchema = withMeta(
  z.strictObject({
    ...FIELDS,
    site_ids: z._default(FIELDS.site_ids, null),
    types: z._default(FIELDS.types, null),
    min_severity: z._default(FIELDS.min_severity, null),
    status: z._default(FIELDS.status, 'active'),
  }),
  { id: 'ActionPlanInput', examples: [EXAMPLE_PLAN] },
);

export const actionPlanChangesSchema = withMeta(changesOf(FIELDS), {
  id: 'ActionPlanChanges',
  examples: [{ status: 'disabled' }],
});

export const actionPlanPageSchema = pageOf(actionPlanSchema, 'ActionPlanPage');

export type ActionPlanInput = z.infer<typeof actionPlanInputSchema>;
export type ActionPlanChanges = z.infer<typeof actionPlanChangesSchema>;
