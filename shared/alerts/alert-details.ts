import * as z from 'zod/mini';
import { valuesFilter } from '../lists/values-filter.ts';
import { withMeta } from '../with-meta.ts';
import { alertSchema } from './alert.ts';
import { alertEventSchema } from './alert-event.ts';

/** How many entries of its history are answered together with an alert. */
export const RECENT_ENTRIES = 20;

/** The query of a single alert. */
export const alertDetailsQuery = z.object({
  include: valuesFilter(
    z.enum(['history']),
    `What to answer beside the alert. \`history\`: its newest ${RECENT_ENTRIES} entries, newest first.`,
  ),
});

const { examples = [], description } = z.globalRegistry.get(alertSchema) ?? {};
const entries = z.globalRegistry.get(alertEventSchema)?.examples ?? [];

/** An alert with what the request asked for beside it. */
export const alertDetailsSchema = withMeta(
  z.extend(alertSchema, {
    history: withMeta(z.optional(z.array(alertEventSchema)), {
      description: `The newest ${RECENT_ENTRIES} entries of its history, newest first, where \`include\` names \`history\`. They hold every change that the alert shows.`,
    }),
  }),
  {
    id: 'AlertDetails',
    description,
    examples: examples.map((alert) => ({ ...(alert as object), history: entries })),
  },
);
