import * as z from 'zod/mini';
import { timestampInput } from '../fields.ts';
import { withMeta } from '../with-meta.ts';

export const recoveryInputSchema = withMeta(
  z.strictObject({
    since: withMeta(timestampInput, { description: 'Within the last 7 days.' }),
  }),
  { id: 'RecoveryInput', examples: [{ since: '2026-11-20T06:00:00+00:00' }] },
);

export const recoverySchema = withMeta(
  z.object({
    queued: withMeta(z.int(), { description: 'The number of deliveries that are sent again.' }),
    has_more: withMeta(z.boolean(), { description: 'Whether others have failed since: repeat the request.' }),
  }),
  { id: 'Recovery', examples: [{ queued: 37, has_more: false }] },
);

export type Recovery = z.infer<typeof recoverySchema>;
