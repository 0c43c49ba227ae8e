import type * as z from 'zod';
import type { Permission } from '../access.ts';
import type { ErrorCode } from '../errors.ts';
import type { IndexName } from '../table/definition.ts';
import type { TargetKind } from './target-kinds.ts';

/**
 * What counts against which limit: `login` per e-mail and address, `auth`, `api` and `alert_action` per user, `none`
 * not at all (specification section 8). Acting on alerts has a counter of its own, so that a screen that polls never
 * keeps an operator from it.
 */
export type RateClass = 'none' | 'login' | 'auth' | 'api' | 'alert_action';

/** Who may call: anyone, any signed-in user, or the profiles that hold a permission. */
export type RouteAccess = 'anyone' | 'signed_in' | Permission;

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** What a function may do to the table. */
export interface TableUse {
  /** What it does to the table itself. Transactions need the actions of the items in them. */
  readonly actions: readonly TableAction[];
  /** Which indexes it queries, for which it needs no Query of the table. */
  readonly indexes: readonly IndexName[];
}

export interface RouteRequest {
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
}

export interface RouteResponse {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly body?: z.ZodType;
  /** What the body is if not JSON: text, which is sent as it is. */
  readonly contentType?: string;
  /** For how long a success may be kept without asking; not at all unless it says so. */
  readonly cacheControl?: string;
  /** Whether the validator of the body goes into ETag; reading then answers If-None-Match. */
  readonly etag?: true;
  /** Response headers that this endpoint adds to those that all endpoints send, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One endpoint, declared once. The CDK app, the local server, the HTTP pipeline, the reference and the access
 * test all read this declaration; it imports no SDK, so that reading it costs nothing.
 */
export interface Route {
  /** Verb and noun; the name of the file, of the Lambda function and of the operation. */
  readonly name: string;
  readonly folder: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** `false` keeps a route that is no part of the API out of the OpenAPI document. */
  readonly isDocumented?: false;
  readonly access: RouteAccess;
  readonly target?: TargetKind;
  readonly rateClass: RateClass;
  readonly request: RouteRequest;
  readonly response: RouteResponse;
  /** Errors of this endpoint's own, beside those that its access, rate class and request imply. */
  readonly errors: readonly ErrorCode[];
  /** What the handler itself does to the table; `tableUseOf` adds what the pipeline does for it. */
  readonly table: TableUse;
  /** Whether the function verifies or makes password hashes, and so ships the argon2 addon. */
  readonly hashesPasswords?: boolean;
  /** Files of packages that the function reads as it runs, and so ships beside its code. */
  readonly files?: readonly string[];
}

/** Keeps the declaration's literal types, so that handlers are typed by it. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** No table access of the handler's own. */
export const NO_TABLE_USE: TableUse = { actions: [], indexes: [] };

/** Everything that a route's function does to the table: its handler's part and the pipeline's. */
export function tableUseOf(route: Route): TableUse {
  const actions = new Set<TableAction>(route.table.actions);
  const indexes = new Set<IndexName>(route.table.indexes);
  if (route.rateClass !== 'none') actions.add('UpdateItem');
  if (route.response.status === 201) actions.add('PutItem'); // a note of what a platform admin created
  if (isPermission(route.access)) actions.add('GetItem'); // the caller's assigned sites
  if (route.target) {
    actions.add('GetItem');
    if (route.target !== 'tenant') indexes.add('platform'); // where a platform admin finds the tenant of an id
  }
  return { actions: [...actions].sort(), indexes: [...indexes].sort() };
}

export function isPermission(access: RouteAccess): access is Permission {
  return access !== 'anyone' && access !== 'signed_in';
}

/** Whether If-Match guards the route: those that change or delete the object that their path names. */
export function takesIfMatch(route: Route): boolean {
  return route.target !== undefined && ['PUT', 'PATCH', 'DELETE'].includes(route.method);
}

/** Whether a response that the client has kept is answered 304 if it still holds. */
export function takesIfNoneMatch({ method, response }: Route): boolean {
  return method === 'GET' && response.etag === true;
}

/** Every error that a route can answer with, in the order of the registry's statuses. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  if (route.access !== 'anyone') codes.add('unauthenticated');
  if (isPermission(route.access)) codes.add('forbidden');
  if (route.target) codes.add('not_found');
  if (takesIfMatch(route)) codes.add('precondition_failed');
  if (route.method !== 'GET') codes.add('payload_too_large'); // of a body that the route ignores, too
  if (route.request.body) {
    codes.add('malformed_json');
    codes.add('unsupported_media_type');
  }
  if (route.request.body || route.request.query) codes.add('validation_failed');
  if (route.rateClass !== 'none') codes.add('too_many_requests');
  codes.add('internal_error');
  codes.add('service_unavailable');
  return [...codes];
}
