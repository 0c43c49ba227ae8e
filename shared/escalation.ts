import * as z from 'zod/mini';
import { withMeta } from './with-meta.ts';

const MOST_STEPS = 3;
const LONGEST_MINUTES = 7 * 24 * 60;

const stepsField = withMeta(
  z.array(z.int().check(z.minimum(1), z.maximum(LONGEST_MINUTES))).check(
    z.minLength(1),
    z.maxLength(MOST_STEPS),
    z.refine((steps) => steps.every((step, place) => place === 0 || step > Number(steps[place - 1])), {
      error: 'must rise from step to step',
    }),
  ),
  {
    description:
      'After how many minutes nobody has acknowledged the alert: up to 3 steps, each later than the last.',
  },
);

const steps = z.optional(stepsField);
const shape = { info: steps, low: steps, medium: steps, high: steps, critical: steps };

const META = {
  description: 'By severity, the minutes after which an alert that nobody has acknowledged goes a step up.',
  examples: [{ critical: [2, 5, 15], high: [15] }],
};

/** When alerts escalate, as it is kept and told (docs/api-contract.md, "Escalation"). */
export const escalationSchema = withMeta(z.object(shape), { id: 'Escalation', ...META });

/** The same as clients send it. */
export const escalationInputSchema = withMeta(z.strictObject(shape), { id: 'EscalationInput', ...META });

export type Escalation = z.infer<typeof escalationSchema>;

const tenantItemSchema = z.object({ escalation: z._default(escalationSchema, {}) });

/**
 * The escalation of a tenant by its item, where it stands beside `data`: whoever raises an alert reads it without the tenant's
 * other fields, and no copy in an index holds it. Nothing escalates where nobody has set one.
 */
export function readTenantEscalation(item: Readonly<Record<string, unknown>> | undefined): Escalation {
  return tenantItemSchema.parse(item ?? {}).escalation;
}
