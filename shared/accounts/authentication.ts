import * as z from 'zod/mini';
import type { Role } from '../base/access.ts';

/** How a session began. Refreshed tokens keep it. A token without it began with a password and no second factor. */
export const authenticationSchema = z.object({
  method: z.enum(['password', 'sso']),
  /** Whether a code of the second factor was checked. */
  second_factor: z.optional(z.boolean()),
  provider_id: z.optional(z.string()),
  subject: z.optional(z.string()),
  sid: z.optional(z.string()),
  /** Whether the identity provider that signed the user in belongs to the platform's tenant. */
  of_platform: z.optional(z.boolean()),
  ends_at: z.optional(z.string()),
});

export type Authentication = z.infer<typeof authenticationSchema>;

/**
 * Whether a session may act with a role. A provider of another tenant never signs a platform admin in, even if the user is
 * promoted after signing in.
 */
export const isFitFor = (authentication: Authentication | undefined, role: Role): boolean =>
  role !== 'platform_admin' || authentication?.method !== 'sso' || authentication.of_platform === true;

/** Parses the authentication that the authorizer passes on. */
export const readAuthentication = (json: string | undefined): Authentication | undefined =>
  json === undefined ? undefined : authenticationSchema.parse(JSON.parse(json));

/**
 * Whether a session satisfies a tenant that requires a second factor. A session by single sign-on always does, because the
 * provider checks its own factors.
 */
export const hasSecondFactor = (authentication: Authentication | undefined): boolean =>
  authentication?.method === 'sso' || authentication?.second_factor === true;
