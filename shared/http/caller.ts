import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { type ParsedToken, parseToken, TOKEN_SECRET_PATTERN } from '../accounts/token.ts';
import { roleField } from '../accounts/user.ts';
import {
  type AuthenticatedKey,
  type AuthenticatedUser,
  type Caller,
  isKey,
  KEY_ACCESS,
  type TenantSize,
} from '../base/actor.ts';
import { KEY_SECRET_PATTERN, type ParsedKey, parseKey } from '../keys/key-secret.ts';
import { NUMBER_PATTERN } from '../lambda/secret.ts';

/**
 * Makes the context that the authorizer returns. API Gateway converts all values to strings (AWS, "Output from an API Gateway
 * Lambda authorizer"). Missing values are left out, because null would arrive as a string. Names are percent-encoded, because
 * AWS does not specify the permitted characters.
 */
export function callerContext(caller: Caller): Record<string, string> {
  return isKey(caller) ? keyContext(caller) : userContext(caller);
}

function userContext(user: AuthenticatedUser): Record<string, string> {
  return {
    user_id: user.userId,
    tenant_id: user.tenantId,
    role: user.role,
    user_name: encodeURIComponent(user.name),
    token_id: String(user.tokenId),
    session_version: String(user.sessionVersion),
    ...(user.authentication ? { authentication: encodeURIComponent(user.authentication) } : {}),
    ...(user.lacksSecondFactor ? { lacks_second_factor: 'true' } : {}),
    ...sizeContext(user),
  };
}

function sizeContext({ tenantChildren, tenantRequestsPerMinute }: TenantSize): Record<string, string> {
  return {
    ...(tenantChildren === undefined ? {} : { tenant_children: String(tenantChildren) }),
    ...(tenantRequestsPerMinute === undefined
      ? {}
      : { tenant_requests_per_minute: String(tenantRequestsPerMinute) }),
  };
}

function keyContext({
  keyId,
  access,
  name,
  tenantId,
  siteId,
  deviceId,
  mayRunAway,
  ...size
}: AuthenticatedKey): Record<string, string> {
  return {
    key_id: keyId,
    access,
    key_name: encodeURIComponent(name),
    tenant_id: tenantId,
    ...(siteId === undefined ? {} : { site_id: siteId }),
    ...(deviceId === undefined ? {} : { device_id: deviceId }),
    ...(mayRunAway ? { may_run_away: 'true' } : {}),
    ...sizeContext(size),
  };
}

const sizeFields = {
  tenant_children: z.optional(z.coerce.number()),
  tenant_requests_per_minute: z.optional(z.coerce.number()),
};

const userSchema = z.object({
  user_id: z.string(),
  tenant_id: z.string(),
  role: roleField,
  user_name: z.string(),
  token_id: z.coerce.number().check(z.int(), z.positive()),
  session_version: z.coerce.number().check(z.int()),
  authentication: z.optional(z.string()),
  lacks_second_factor: z.optional(z.string()),
  ...sizeFields,
});

const keySchema = z.object({
  key_id: z.string(),
  access: z.enum(KEY_ACCESS),
  key_name: z.string(),
  tenant_id: z.string(),
  site_id: z.optional(z.string()),
  device_id: z.optional(z.string()),
  may_run_away: z.optional(z.string()),
  ...sizeFields,
});

const sizeOf = (context: z.infer<typeof keySchema> | z.infer<typeof userSchema>): TenantSize => ({
  ...(context.tenant_children === undefined ? {} : { tenantChildren: context.tenant_children }),
  ...(context.tenant_requests_per_minute === undefined
    ? {}
    : { tenantRequestsPerMinute: context.tenant_requests_per_minute }),
});

/**
 * Reads the caller from the context of the authorizer. Throws if there is none, because the endpoint is then deployed
 * wrongly.
 */
export function readCaller(event: APIGatewayProxyEvent): Caller {
  const { authorizer } = event.requestContext;
  return authorizer?.['user_id'] === undefined ? readKey(authorizer) : readUser(authorizer);
}

function readUser(authorizer: unknown): AuthenticatedUser {
  const context = userSchema.parse(authorizer);
  return {
    userId: context.user_id,
    tenantId: context.tenant_id,
    role: context.role,
    name: decodeURIComponent(context.user_name),
    tokenId: context.token_id,
    sessionVersion: context.session_version,
    ...(context.authentication ? { authentication: decodeURIComponent(context.authentication) } : {}),
    ...(context.lacks_second_factor ? { lacksSecondFactor: true } : {}),
    ...sizeOf(context),
  };
}

function readKey(authorizer: unknown): AuthenticatedKey {
  const context = keySchema.parse(authorizer);
  return {
    keyId: context.key_id,
    access: context.access,
    name: decodeURIComponent(context.key_name),
    tenantId: context.tenant_id,
    siteId: context.site_id,
    deviceId: context.device_id,
    ...(context.may_run_away ? { mayRunAway: true } : {}),
    ...sizeOf(context),
  };
}

const NUMBER = `(${NUMBER_PATTERN})`;
const SECRET = `(?:(${TOKEN_SECRET_PATTERN})|(${KEY_SECRET_PATTERN}))`;

/**
 * An Authorization header with the token of a user or an API key. API Gateway rejects other values (RFC 6750, section 2.1).
 */
export const AUTHORIZATION_PATTERN = `^[Bb][Ee][Aa][Rr][Ee][Rr] ${NUMBER}\\|${SECRET}$`;

const AUTHORIZATION_REGEXP = new RegExp(AUTHORIZATION_PATTERN);

/** The credential of a request: the token of a user or the API key of a machine. */
export type Credential =
  | { readonly kind: 'token'; readonly token: ParsedToken }
  | { readonly kind: 'key'; readonly key: ParsedKey };

/** Parses an Authorization header. `undefined` if Guard cannot have issued the credential. */
export function parseAuthorization(header: string): Credential | undefined {
  const [, number, tokenSecret, keySecret] = AUTHORIZATION_REGEXP.exec(header) ?? [];
  if (!number) return undefined;
  if (tokenSecret) {
    const token = parseToken(number, tokenSecret);
    return token && { kind: 'token', token };
  }
  const key = keySecret ? parseKey(number, keySecret) : undefined;
  return key && { kind: 'key', key };
}
