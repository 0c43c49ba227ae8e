import * as z from 'zod/mini';
import { idField, timestampInput } from '../fields.ts';
import { withMeta } from '../with-meta.ts';

/** The query parameters that filter the audit log. */
export const auditFilterFields = {
  actor_id: withMeta(z.optional(idField), { description: 'Only changes by this user or key.' }),
  action: withMeta(
    z.optional(
      z
        .string()
        .check(z.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, { error: 'must be an action such as user.updated' })),
    ),
    {
      description: 'Only this action, such as `user.updated`.',
    },
  ),
  entity_id: withMeta(z.optional(idField), { description: 'Only changes of this entity.' }),
  since: withMeta(z.optional(timestampInput), { description: 'Only events at this time or later.' }),
  until: withMeta(z.optional(timestampInput), { description: 'Only events before this time.' }),
};

export type AuditFilters = {
  readonly [F in keyof typeof auditFilterFields]?: string | undefined;
};
