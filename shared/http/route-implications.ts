import { ERRORS, type ErrorCode } from '../errors.ts';
import type { SettingName } from '../lambda/settings.ts';
import { settingsOfFunction } from '../lambda/settings-use.ts';
import { joinUses, type TableUse } from '../table/table-use.ts';
import { isPermission, type RateClass, type Route } from './route.ts';

/** What follows from a route's declaration because of what the pipeline does for every endpoint (endpoint.ts). */

/** Everything that a route's function does to the table: its handler's part and the pipeline's. */
export function tableUseOf(route: Route): TableUse {
  const pipeline: Partial<TableUse>[] = [];
  if (route.rateClass !== 'none') pipeline.push({ actions: ['UpdateItem'] });
  if (route.response.status === 201) pipeline.push({ actions: ['PutItem'] }); // a note of what a platform admin created
  if (route.takesIdempotencyKey) pipeline.push({ actions: ['GetItem', 'PutItem'] }); // the answer
  if (isPermission(route.access)) pipeline.push({ actions: ['GetItem'] }); // the caller's assigned sites
  if (route.target) pipeline.push({ actions: ['GetItem'] });
  if (isPermission(route.access) && route.target) pipeline.push({ actions: ['BatchGetItem'] }); // both of them
  // Where a platform admin finds the tenant of an id.
  if (route.target && route.target !== 'tenant') pipeline.push({ indexes: ['platform'] });
  return joinUses(route.table, ...pipeline);
}

/** The limits that a request of a class is counted against (rate-limit.ts). */
const LIMITS: Readonly<Record<RateClass, readonly SettingName[]>> = {
  none: [],
  login: ['GUARD_RATE_LIMIT_AUTH', 'GUARD_RATE_LIMIT_LOGIN_ADDRESS'],
  auth: ['GUARD_RATE_LIMIT_AUTH'],
  api: ['GUARD_RATE_LIMIT_API'],
  alert_action: ['GUARD_RATE_LIMIT_API'],
  report: ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_KEY_EVENTS'],
};

/** Every setting that a route's function reads, and so is given: its handler's, and the pipeline's. */
export function settingsOf(route: Route): SettingName[] {
  // Every response says who may read it from a browser.
  const pipeline: SettingName[] = ['GUARD_CORS_ORIGIN', ...LIMITS[route.rateClass]];
  return settingsOfFunction({ table: tableUseOf(route), settings: [...route.settings, ...pipeline] });
}

/** Whether If-Match guards the route: those that change an object, or delete the one that their path names. */
export function takesIfMatch({ method, target }: Route): boolean {
  return method === 'PUT' || method === 'PATCH' || (method === 'DELETE' && target !== undefined);
}

/** Whether a response that the client has kept is answered 304 if it still holds. */
export function takesIfNoneMatch({ method, response }: Route): boolean {
  return method === 'GET' && response.etag;
}

/**
 * Whether a request may come without a body. It then is an empty object (json-body.ts), so where that is a right one. What
 * replaces something must say by what: a body that was forgotten would empty it.
 */
export function takesNoBody({ method, request: { body } }: Route): boolean {
  return body === undefined || (method !== 'PUT' && body.safeParse({}).success);
}

/** Every error that a route can answer with, in the order of the registry. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  if (route.access !== 'anyone') codes.add('unauthenticated');
  // To profiles without the permission, and to keys.
  if (isPermission(route.access) || (route.access !== 'anyone' && !route.takesKeys)) codes.add('forbidden');
  if (route.target) codes.add('not_found');
  if (isPermission(route.access)) {
    if (route.target) codes.add('validation_failed'); // a query that names another tenant than the path
    if (route.method !== 'GET') codes.add('not_found'); // a query that names a tenant out of reach
  }
  if (takesIfMatch(route) || route.request.body || route.takesIdempotencyKey) {
    codes.add('contradicting_headers');
  }
  if (takesIfMatch(route)) {
    codes.add('precondition_failed');
    codes.add('changed_too_often');
  }
  if (route.method !== 'GET') codes.add('payload_too_large'); // of a body that the route ignores, too
  if (route.request.body) {
    codes.add('malformed_json');
    codes.add('unsupported_media_type');
  }
  if (route.request.body || route.request.query) codes.add('validation_failed');
  if (route.takesIdempotencyKey) {
    codes.add('validation_failed');
    codes.add('idempotency_key_reused');
  }
  if (route.rateClass !== 'none') codes.add('too_many_requests');
  codes.add('internal_error');
  codes.add('service_unavailable');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}
