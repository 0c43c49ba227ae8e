import { ERRORS, type ErrorCode } from '../base/errors.ts';
import type { SettingName } from '../lambda/settings.ts';
import { settingsOfFunction } from '../lambda/settings-use.ts';
import { TENANT_KIND } from '../table/keys.ts';
import { joinUses, lookupUse, type TableUse } from '../table/table-use.ts';
import { isPermission, type RateClass, type Route } from './route.ts';

/** Derives the errors, permissions and settings of a route from its declaration and from what the pipeline does. */

/** The table operations that the function of a route needs, for its handler and for the pipeline. */
export function tableUseOf(route: Route): TableUse {
  const pipeline: Partial<TableUse>[] = [];
  if (route.rateClass !== 'none') pipeline.push({ actions: ['UpdateItem'] });
  // The pipeline remembers the tenant of what a platform admin creates.
  if (route.response.status === 201 && isPermission(route.access)) pipeline.push({ actions: ['PutItem'] });
  if (route.takesIdempotencyKey) pipeline.push({ actions: ['GetItem', 'PutItem'] }); // for the stored answer
  if (route.isAudited) pipeline.push({ actions: ['PutItem'] });
  if (isPermission(route.access)) pipeline.push({ actions: ['GetItem'] }); // for the caller's assigned sites
  if (route.target) pipeline.push({ actions: ['GetItem'] });
  if (isPermission(route.access) && route.target) pipeline.push({ actions: ['BatchGetItem'] }); // both of them
  // A platform admin finds the tenant of an id in an index.
  if (route.target && route.target.kind.name !== TENANT_KIND) pipeline.push(lookupUse(route.target.kind));
  return joinUses(route.table, ...pipeline);
}

/** The settings with the limits of each rate class (rate-limit.ts, guesses.ts). */
const LIMITS: Readonly<Record<RateClass, readonly SettingName[]>> = {
  none: [],
  login: ['GUARD_RATE_LIMIT_AUTH', 'GUARD_RATE_LIMIT_LOGIN_ADDRESS'],
  auth: ['GUARD_RATE_LIMIT_AUTH', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES'],
  api: ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES'],
  alert_action: ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES'],
  import: ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES'],
  resend: ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES'],
  inbound: ['GUARD_RATE_LIMIT_KEY_EVENTS', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES'],
  report: [
    'GUARD_RATE_LIMIT_API',
    'GUARD_RATE_LIMIT_KEY_EVENTS',
    'GUARD_RATE_LIMIT_TENANT',
    'GUARD_THROTTLES',
  ],
};

/** The settings that the function of a route needs, for its handler and for the pipeline. */
export function settingsOf(route: Route): SettingName[] {
  // Every response has CORS headers.
  const pipeline: SettingName[] = ['GUARD_CORS_ORIGIN', ...LIMITS[route.rateClass]];
  if (route.queuesMail) pipeline.push('GUARD_MAIL_FROM');
  if (route.isAudited) pipeline.push('GUARD_AUDIT_RETENTION_DAYS');
  return settingsOfFunction({ table: tableUseOf(route), settings: [...route.settings, ...pipeline] });
}

/** Whether the route takes If-Match, because it changes an object or deletes the target of its path. */
export function takesIfMatch({ method, target }: Route): boolean {
  return method === 'PUT' || method === 'PATCH' || (method === 'DELETE' && target !== undefined);
}

/** Whether the route answers 304 if the client's copy is still current. */
export function takesIfNoneMatch({ method, response }: Route): boolean {
  return method === 'GET' && response.etag;
}

/**
 * Whether the body is optional. A missing body is treated as an empty object (json-body.ts), so the schema must accept an
 * empty object. PUT always needs a body, because a forgotten one would replace everything by nothing.
 */
export function takesNoBody({ method, request: { body } }: Route): boolean {
  return body === undefined || (method !== 'PUT' && body.safeParse({}).success);
}

/** Whether responses show the limit. The senders of other systems read no headers. */
export function showsLimit({ rateClass }: Pick<Route, 'rateClass'>): boolean {
  return rateClass !== 'none' && rateClass !== 'inbound';
}

/** All error codes of a route, in the order in which errors.ts declares them. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  if (route.access !== 'anyone') codes.add('unauthenticated');
  // This is the error for roles without the permission, and for API keys that the route does not take.
  if (route.access !== 'anyone') codes.add('forbidden');
  if (route.access !== 'anyone' && !route.isForSetUp) codes.add('second_factor_setup_required');
  if (route.target) codes.add('not_found');
  if (isPermission(route.access)) {
    if (route.target) codes.add('validation_failed'); // if the query names a tenant other than that of the path
    if (route.method !== 'GET') codes.add('not_found'); // if the query names a tenant outside the scope
  }
  if (takesIfMatch(route) || route.request.body || route.takesIdempotencyKey) {
    codes.add('contradicting_headers');
  }
  if (takesIfMatch(route)) {
    codes.add('precondition_failed');
    codes.add('changed_too_often');
  }
  if (route.method !== 'GET' && route.rateClass !== 'inbound') {
    codes.add('payload_too_large'); // even if the route ignores the body
  }
  if (route.request.body) {
    codes.add('malformed_json');
    codes.add('unsupported_media_type');
  }
  if (route.request.body || route.request.query) codes.add('validation_failed');
  if (route.takesIdempotencyKey) {
    codes.add('validation_failed');
    codes.add('idempotency_key_reused');
  }
  if (showsLimit(route)) codes.add('too_many_requests');
  codes.add('internal_error');
  codes.add('service_unavailable');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}
