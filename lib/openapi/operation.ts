import * as z from 'zod/mini';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { isPermitted, type Permission, ROLES, type Role } from '../../shared/base/access.ts';
import { wordOf } from '../../shared/base/fields.ts';
import { withMeta } from '../../shared/base/schema.ts';
import { GUARD_STRICT_HEADER } from '../../shared/http/guard-strict.ts';
import { CSV_TYPE } from '../../shared/http/prefers-csv.ts';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '../../shared/http/respond.ts';
import { isPermission, type RateClass, type Route } from '../../shared/http/route.ts';
import { takesIfMatch, takesIfNoneMatch, takesNoBody } from '../../shared/http/route-implications.ts';
import { SETTING_DEFAULTS as DEFAULTS } from '../../shared/lambda/default-schemas.ts';
import { errorResponses } from './error-responses.ts';
import { exampleOf } from './examples.ts';
import { successHeaders } from './response-headers.ts';
import { tagOf } from './tags.ts';

/** The name of the security scheme that every operation with a token refers to. */
export const BEARER_SCHEME = 'bearer';

export function operationOf(route: Route): ZodOpenApiOperationObject {
  const { path, query, body } = route.request;
  const profiles = profilesOf(route);
  return {
    operationId: camelCase(route.name),
    summary: route.summary,
    description: [
      describeProfiles(route),
      LIMITS[route.rateClass],
      ...(route.repairs ? ['Guard repairs what this schema forbids, unless the request is strict.'] : []),
      ...(route.alsoAnswers ? [`${route.alsoAnswers.join(' and ')} are answered, too.`] : []),
      ...(route.answersHead ? ['HEAD is answered as GET, without the body.'] : []),
    ].join('\n\n'),
    tags: [tagOf(route.resource)],
    security: profiles ? [{ [BEARER_SCHEME]: [] }] : [],
    ...(profiles ? { 'x-profiles': [...profiles] } : {}),
    requestParams: {
      ...(path ? { path } : {}),
      ...(query ? { query } : {}),
      ...(takesIfMatch(route) ? { header: ifMatchHeader } : {}),
      ...(route.takesIdempotencyKey || route.repairs ? { header: reportingHeaders(route) } : {}),
      ...(takesIfNoneMatch(route) ? { header: ifNoneMatchHeader } : {}),
    },
    ...(body
      ? { requestBody: { required: !takesNoBody(route), content: jsonContent(body, route.path) } }
      : {}),
    responses: {
      [route.response.status]: successResponse(route),
      ...(route.response.existing ? { 200: successResponse(route, route.response.existing) } : {}),
      ...(takesIfNoneMatch(route) ? { 304: notModified(route) } : {}),
      ...errorResponses(route),
    },
  };
}

const ifMatchHeader = z.object({
  'If-Match': withMeta(z.optional(z.string()), {
    description: 'The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1).',
    examples: ['"Bv2J0xkz5c8mWq1nYt7LrD3pXoA"'],
  }),
});

const ifNoneMatchHeader = z.object({
  'If-None-Match': withMeta(z.optional(z.string()), {
    description:
      "The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2).",
    examples: ['"Bv2J0xkz5c8mWq1nYt7LrD3pXoA"'],
  }),
});

const idempotencyKeyHeader = z.object({
  [IDEMPOTENCY_KEY_HEADER]: withMeta(
    z.optional(z.string().check(z.regex(IDEMPOTENCY_KEY_PATTERN), z.maxLength(64))),
    {
      description:
        'Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422.',
      examples: ['7c1d6a0e-2f4b-4c8e-9a63-51b0f7d2e844'],
    },
  ),
});

const strictHeader = z.object({
  [GUARD_STRICT_HEADER]: withMeta(z.optional(wordOf(['1'])), {
    description:
      '`1`: what the schema forbids is an error, for those who develop a client. Otherwise Guard repairs it and says so in `warnings`.',
  }),
});

const reportingHeaders = ({ takesIdempotencyKey, repairs }: Route) =>
  z.object({
    ...(takesIdempotencyKey ? idempotencyKeyHeader.shape : {}),
    ...(repairs ? strictHeader.shape : {}),
  });

/** The descriptions of the limits, with their default numbers. */
const LIMITS: Record<RateClass, string> = {
  none: 'No rate limit.',
  login: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_AUTH} requests a minute for each e-mail and address, ${DEFAULTS.GUARD_RATE_LIMIT_LOGIN_ADDRESS} for each address, over signing in, invitations and lost passwords. At most ${DEFAULTS.GUARD_RATE_LIMIT_FAILED_LOGINS} wrong passwords an hour for each e-mail.`,
  auth: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_AUTH} requests a minute for each user, over the authentication endpoints.`,
  api: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_API} requests a minute for each user, over all endpoints without a limit of their own.`,
  report: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_KEY_EVENTS} events a minute for each key. A report counts completely or not at all. A user's report counts as one request: ${DEFAULTS.GUARD_RATE_LIMIT_API} a minute, over all endpoints without a limit of their own.`,
  inbound: `The body may be anything: JSON, a form, XML, a picture or text, packed or not. \`topic\` in the query, or the header \`Mqtt-Topic\`, is the topic of what a broker carried; \`retain=1\`, or \`Mqtt-Retain: 1\`, says that the broker had kept it.\n\nLimit: ${DEFAULTS.GUARD_RATE_LIMIT_KEY_EVENTS} events a minute for each address. Over it, the answer is 503, because many senders give up at 4xx.`,
  alert_action: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_API} requests a minute for each user, over the actions on alerts.`,
  import: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_API} requests a minute for each user, over imports.`,
  resend: `Limit: ${DEFAULTS.GUARD_RATE_LIMIT_API} requests a minute for each user, over resending and recovering deliveries.`,
};

function successResponse(
  route: Route,
  description: string = route.response.description,
): ZodOpenApiResponseObject {
  const { body, contentType, alsoCsv } = route.response;
  const json = body && (contentType ? { [contentType]: { schema: body } } : jsonContent(body, route.path));
  const content = json && alsoCsv ? { ...json, [CSV_TYPE]: { schema: z.string() } } : json;
  return { description, headers: z.object(successHeaders(route)), ...(content ? { content } : {}) };
}

function notModified(route: Route): ZodOpenApiResponseObject {
  return { description: "The client's copy is still current.", headers: z.object(successHeaders(route)) };
}

function jsonContent(schema: z.ZodMiniType, path: string) {
  return { 'application/json': { schema, example: exampleOf(schema, path) } };
}

/** Converts `list-site-alerts` to `listSiteAlerts`. */
function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The roles that may call a route, by the access matrix; `undefined` if no token is needed. */
function profilesOf(route: Route): readonly Role[] | undefined {
  const { access } = route;
  if (access === 'anyone') return undefined;
  return isPermission(access) ? ROLES.filter((role) => isPermitted(role, access)) : ROLES;
}

function describeProfiles(route: Route): string {
  const profiles = profilesOf(route);
  if (!profiles) return 'Needs no token.';
  const accesses = route.takesKeys.map((access) => `\`${access}\``).join(' or ');
  const keys = accesses && ` Takes keys with the access ${accesses}.`;
  if (profiles.length === ROLES.length) return `Open to every role.${keys}`;
  const named = profiles.map((role) => `\`${role}\``).join(', ');
  return `Roles: ${named}.${describeBounds(route.access)}${keys}`;
}

const BOUNDED: readonly Route['access'][] = [
  'users:create',
  'users:update',
  'users:delete',
] satisfies Permission[];

/** Permissions on users also depend on the role of the other user. */
function describeBounds(access: Route['access']): string {
  return BOUNDED.includes(access) ? ' Each role only for users of the roles that it manages.' : '';
}
