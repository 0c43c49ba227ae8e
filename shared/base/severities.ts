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

/** As long as somebody may be on the way to an alert, and not longer than a shift. */
const FEWEST_REMINDER_MINUTES = 5;
const MOST_REMINDER_MINUTES = 24 * 60;

const reminder = z.optional(
  z.int().check(z.minimum(FEWEST_REMINDER_MINUTES), z.maximum(MOST_REMINDER_MINUTES)),
);
const reminderShape = {
  info: reminder,
  low: reminder,
  medium: reminder,
  high: reminder,
  critical: reminder,
};

const REMINDERS_META = {
  description:
    'For each severity, the minutes after which an acknowledged alert is active again if nobody works on it. A severity without minutes: never.',
  examples: [{ critical: 30, high: 120 }],
};

/** After how long an acknowledged alert is not forgotten (docs/api-contract.md, "Escalation"). */
export const remindersSchema = withMeta(z.object(reminderShape), { id: 'Reminders', ...REMINDERS_META });

export const remindersInputSchema = withMeta(z.strictObject(reminderShape), {
  id: 'RemindersInput',
  ...REMINDERS_META,
});

export type Reminders = z.infer<typeof remindersSchema>;

/** The reminders of a tenant that has not set any. */
export const USUAL_REMINDERS: Reminders = { critical: 30 };

/** Raising an alert must never fail because of a reminder. */
const tenantDataSchema = z.object({ data: z.object({ reminders: remindersSchema }) });

/** Reads the reminders of a tenant from its item. */
export function readTenantReminders(item: Readonly<Record<string, unknown>> | undefined): Reminders {
  return tenantDataSchema.safeParse(item).data?.data.reminders ?? USUAL_REMINDERS;
}

const tenantItemSchema = z.object({ escalation: z._default(escalationSchema, {}) });

/**
 * Reads the escalation from the item of a tenant. It is an attribute outside `data`, so that raising an alert reads it
 * without the other fields, and no index copies it. If it was never set, nothing escalates.
 */
export function readTenantEscalation(item: Readonly<Record<string, unknown>> | undefined): Escalation {
  return tenantItemSchema.parse(item ?? {}).escalation;
}
