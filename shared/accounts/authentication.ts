import * as z from 'zod/mini';
import type { Role } from '../base/access.ts';

/** The beginning of a session, which its successors keep. A token without it began with a password and without a second factor. */
export const authenticationSchema = z.object({
  method: z.enum(['password', 'sso']),
  /** Whether a code of the second factor was checked. */
  second_factor: z.optional(z.boolean()),
  provider_id: z.optional(z.string()),
  subject: z.optional(z.string()),
  sid: z.optional(z.string()),
  /** Whether a provider of the platform's tenant signed a platform admin in. */
  of_platform: z.optional(z.boolean()),
  ends_at: z.optional(z.string()),
});

export type Authentication = z.infer<typeof authenticationSchema>;

/** Whether a session may act with a role: no provider of another tenant signs a platform admin in, also by a later promotion. */
export const isFitFor = (authentication: Authentication | undefined, role: Role): boolean =>
  role !== 'platform_admin' || authentication?.method !== 'sso' || authentication.of_platform === true;

/** Reads what the authorizer passes on. */
export const readAuthentication = (json: string | undefined): Authentication | undefined =>
  json === undefined ? undefined : authenticationSchema.parse(JSON.parse(json));

/** Whether a session satisfies a tenant that requires a second factor. Single sign-on does: the provider checks its own. */
export const hasSecondFactor = (authentication: Authentication | undefined): boolean =>
  authentication?.method === 'sso' || authentication?.second_factor === true;
