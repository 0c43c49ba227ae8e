import * as z from 'zod/mini';
import { withMeta } from '../with-meta.ts';

const fields = {
  second_factor: withMeta(z.enum(['optional', 'required']), {
    description: 'Whether those who sign in with a password need a second factor.',
  }),
};
const EXAMPLE = { second_factor: 'required' };

export const securityInputSchema = withMeta(z.strictObject(fields), {
  id: 'SecurityInput',
  examples: [EXAMPLE],
});

export const securitySchema = withMeta(z.object(fields), { id: 'Security', examples: [EXAMPLE] });

export type Security = z.infer<typeof securitySchema>;
