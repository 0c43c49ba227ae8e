import * as z from 'zod/mini';
import { idField } from '../../shared/fields.ts';
import { withMeta } from '../../shared/with-meta.ts';

export const escalationQuery = z.strictObject({
  tenant_id: withMeta(z.optional(idField), {
    description: 'The tenant. Required for platform admins; for others it is their own.',
  }),
});
