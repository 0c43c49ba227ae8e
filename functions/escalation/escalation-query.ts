import * as z from 'zod/mini';
import { idField } from '../../shared/fields.ts';
import { withMeta } from '../../shared/with-meta.ts';

/** Whose escalation it is. */
export const escalationQuery = z.strictObject({
  tenant_id: withMeta(z.optional(idField), {
    description: 'The tenant. A platform admin must name one; for others it is their own.',
  }),
});
