import * as z from 'zod/mini';
import { contactSchema } from '../contacts/contact.ts';
import { valuesFilter } from '../lists/values-filter.ts';
import { withMeta } from '../with-meta.ts';
import { alertSchema } from './alert.ts';
import { alertEventSchema } from './alert-event.ts';
import { alertPlanSchema } from './alert-plan.ts';

/** The history entries in the response with an alert. */
export const RECENT_ENTRIES = 20;

export const alertDetailsQuery = z.object({
  include: valuesFilter(
    z.enum(['history', 'plan', 'contacts']),
    `Further parts of the response. \`history\`: its newest ${RECENT_ENTRIES} entries, newest first. \`plan\`: its action plan. \`contacts\`: whom to call about its site, which takes the permission to read contacts.`,
  ),
});

const { examples = [], description } = z.globalRegistry.get(alertSchema) ?? {};
const contacts = z.globalRegistry.get(contactSchema)?.examples ?? [];
const [plan] = z.globalRegistry.get(alertPlanSchema)?.examples ?? [];
const entries = z.globalRegistry.get(alertEventSchema)?.examples ?? [];

export const alertDetailsSchema = withMeta(
  z.extend(alertSchema, {
    history: withMeta(z.optional(z.array(alertEventSchema)), {
      description: `The newest ${RECENT_ENTRIES} entries of its history, newest first, if \`include\` names \`history\`. They include every change that the alert shows.`,
    }),
    plan: withMeta(z.optional(alertPlanSchema), {
      description: 'Its action plan with the outcomes of its steps, if `include` names `plan`.',
    }),
    contacts: withMeta(z.optional(z.array(contactSchema)), {
      description:
        'The contacts of its site, in the order in which to call them, if `include` names `contacts`. Empty if the site was deleted.',
    }),
  }),
  {
    id: 'AlertDetails',
    description,
    examples: examples.map((alert) => ({ ...(alert as object), history: entries, plan, contacts })),
  },
);
