import * as z from 'zod/mini';
import { withMeta } from './schema.ts';

/** The severities from the lowest to the highest. */
export const ALERT_SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

export const alertSeverityField = withMeta(z.enum(ALERT_SEVERITIES), { id: 'AlertSeverity' });

export type AlertSeverity = z.infer<typeof alertSeverityField>;

/** The rank of a severity, from 0 for the lowest. */
export const severityRank = (severity: AlertSeverity): number => ALERT_SEVERITIES.indexOf(severity);

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
    description: 'Minutes without acknowledgement: up to 3 steps, each later than the step before.',
  },
);

const steps = z.optional(stepsField);
const shape = { info: steps, low: steps, medium: steps, high: steps, critical: steps };

const META = {
  description: 'For each severity, the minutes after which an unacknowledged alert escalates by one step.',
  examples: [{ critical: [2, 5, 15], high: [15] }],
};

/** When alerts escalate (docs/api-contract.md, "Escalation"). */
export const escalationSchema = withMeta(z.object(shape), { id: 'Escalation', ...META });

export const escalationInputSchema = withMeta(z.strictObject(shape), { id: 'EscalationInput', ...META });

export type Escalation = z.infer<typeof escalationSchema>;

const tenantItemSchema = z.object({ escalation: z._default(escalationSchema, {}) });

/**
 * Reads the escalation from the item of a tenant. It is an attribute outside `data`, so that raising an alert reads it
 * without the other fields, and no index copies it. If it was never set, nothing escalates.
 */
export function readTenantEscalation(item: Readonly<Record<string, unknown>> | undefined): Escalation {
  return tenantItemSchema.parse(item ?? {}).escalation;
}
