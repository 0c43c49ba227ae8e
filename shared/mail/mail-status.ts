import * as z from 'zod/mini';
import { EXAMPLE_TIMES } from '../example-ids.ts';
import { timestampField } from '../fields.ts';
import { withMeta } from '../with-meta.ts';

/** Why an address gets no more mail: it does not exist, or its reader called the mail unwanted. */
export const SUPPRESSION_REASONS = ['bounce', 'complaint'] as const;

export const suppressionSchema = z.object({ reason: z.enum(SUPPRESSION_REASONS), at: timestampField });

export type Suppression = z.infer<typeof suppressionSchema>;

export const mailStatusSchema = withMeta(
  z.object({
    suppressed: withMeta(z.nullable(suppressionSchema), {
      description: 'Why the address gets no more mail, until the user has another; `null` if it does.',
    }),
  }),
  { id: 'MailStatus', examples: [{ suppressed: { reason: 'bounce', at: EXAMPLE_TIMES.updated_at } }] },
);
