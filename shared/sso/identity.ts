import * as z from 'zod/mini';

/** The claims of a provider about a person who signed in with it. */
export const identitySchema = z.object({
  subject_hash: z.string(),
  sid_hash: z.optional(z.string()),
  /** The address in lower case; absent unless Guard takes such addresses. */
  email: z.optional(z.string()),
  /** Absent if the provider omits it. */
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  /** The values of the role claim that the provider's map contains. */
  role_values: z.array(z.string()),
  /** Why the values say nothing about the role; absent if they do. */
  roles_unknown: z.optional(z.enum(['withheld', 'absent'])),
});

export type Identity = z.infer<typeof identitySchema>;
