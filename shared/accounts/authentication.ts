import * as z from 'zod/mini';
import type { Role } from '../base/access.ts';
import { KEEPS_SIGNED_IN, REQUIRES_SECOND_FACTOR } from '../table/keys.ts';

/** How a session began. Refreshed tokens keep it. A token without it began with a password and no second factor. */
export const authenticationSchema = z.object({
  method: z.enum(['password', 'sso']),
  /** Whether a code of the second factor was checked. */
  second_factor: z.optional(z.boolean()),
  /** When somebody signed in with a password. A token without it began when it was issued. */
  began_at: z.optional(z.string()),
  provider_id: z.optional(z.string()),
  subject: z.optional(z.string()),
  sid: z.optional(z.string()),
  /** Whether the identity provider that signed the user in belongs to the platform's tenant. */
  of_platform: z.optional(z.boolean()),
  ends_at: z.optional(z.string()),
  /** Whether the person asked to stay signed in on their device. */
  kept: z.optional(z.boolean()),
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
const hasSecondFactor = (authentication: Authentication | undefined): boolean =>
  authentication?.method === 'sso' || authentication?.second_factor === true;

/** Whether a tenant requires a second factor, or the time from which it does, in the API's format. */
export type SecondFactorRequirement = boolean | string;

/** How long a session outlasts the beginning of a requirement, so that nobody is held up in the middle of a shift. */
const LONGEST_SHIFT_MS = 24 * 3_600_000;

/**
 * Whether a session lacks a second factor that its tenant requires. A requirement without a date concerns every session.
 * With a date, it concerns whoever signs in from then on, and a day later the sessions that began before.
 */
export function lacksSecondFactor(
  required: SecondFactorRequirement,
  { authentication, created_at }: { authentication?: Authentication | undefined; created_at: string },
  now: Date,
): boolean {
  if (required === false || hasSecondFactor(authentication)) return false;
  if (required === true) return true;
  const from = Date.parse(required);
  const beganAt = Date.parse(authentication?.began_at ?? created_at);
  return now.getTime() >= (beganAt < from ? from + LONGEST_SHIFT_MS : from);
}

/** The time from which a second factor is required; null if none was given. */
export const requiredFrom = (required: SecondFactorRequirement): string | null =>
  typeof required === 'string' ? required : null;

/** Reads the requirement from the item of a tenant, or from a copy of its status. */
export function readRequirement(
  item: Readonly<Record<string, unknown>> | undefined,
): SecondFactorRequirement {
  const required = item?.[REQUIRES_SECOND_FACTOR];
  return typeof required === 'string' || required === true ? required : false;
}

/** Whether a tenant allows its people to stay signed in on a device, as the item of the tenant says. It does until it says no. */
export const keepsSignedIn = (item: Readonly<Record<string, unknown>> | undefined): boolean =>
  item?.[KEEPS_SIGNED_IN] !== false;
