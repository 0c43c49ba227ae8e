import * as z from 'zod/mini';
import { withMeta } from '../base/schema.ts';

export const EXAMPLE_TOKEN = '4821093375|guard_EXAMPLE';

/** A token as clients see it (docs/api-contract.md, "Token"). Clients must not interpret it. */
export const tokenField = withMeta(z.string(), {
  description: 'An access token, for `Authorization: Bearer <token>`.',
  pattern: String.raw`^[1-9][0-9]*\|guard_[0-9A-Za-z]+$`,
  examples: [EXAMPLE_TOKEN],
});
