import * as z from 'zod/mini';
import type { Permission } from '../base/access.ts';
import type { KeyAccess } from '../base/actor.ts';
import type { ErrorCode } from '../base/errors.ts';
import { idField } from '../base/fields.ts';
import { placeOf } from '../lambda/function-group.ts';
import type { SettingName } from '../lambda/settings.ts';
import type { Entity, Kind } from '../table/kind.ts';
import { joinUses, type TableUse } from '../table/table-use.ts';

/**
 * The limit towards which a request counts (docs/api-contract.md, "Limits"). `login` is per e-mail and address; `auth`, `api`
 * and `alert_action` are per user, and per API key that reads or adds pictures; `none` has no limit. `report` counts the events of an
 * API key; a report of a user counts as `api`; `inbound` those of an address. Actions on alerts have a separate counter, so that polling screens never block
 * an operator. Imports and resent deliveries have separate counters, so that they do not block screens.
 */
export type RateClass =
  | 'none'
  | 'login'
  | 'auth'
  | 'api'
  | 'alert_action'
  | 'import'
  | 'resend'
  | 'report'
  | 'inbound';

/** Who may call the route: anyone, any signed-in user, or the roles with a permission. */
export type RouteAccess = 'anyone' | 'signed_in' | Permission;

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A parameter such as `{site_id}` is the id of an entity. */
  readonly path: `/${string}`;
  /** Whether the path also answers HEAD: like GET, without the body. What people open in a browser does. */
  readonly answersHead?: true;
  /** Further methods that the same function answers. */
  readonly alsoAnswers?: readonly ('GET' | 'PUT')[];
  readonly summary: string;
  /** `false` leaves the route out of the OpenAPI document, because it is not part of the API. */
  readonly isDocumented?: false;
  readonly access: RouteAccess;
  /** Whether the function hashes or verifies passwords. Its bundle then contains the argon2 addon. */
  readonly hashesPasswords?: boolean;
  /** Whether the function queues mail by `queueMail`. */
  readonly queuesMail?: true;
  /** Whether the function itself sends messages to people, by `connectSenders`. */
  readonly sendsMessages?: true;
  /** Whether the function issues or ends certificates of MQTT clients. */
  readonly usesCertificates?: true;
  /** Whether changes are recorded in the audit log: `createAuditedEndpoint` gives the handler a table that does so. */
  readonly isAudited?: true;
  /** Whether the route may be called in a session that must set up a second factor first. */
  readonly isForSetUp?: true;
  /** Whether screens poll the route, so that it gets more requests than others. */
  readonly isPolled?: true;
  /** Whether every screen calls the route when it is opened. At a change of shifts, all people open one at the same time. */
  readonly opensScreens?: true;
  /** Files of npm packages that the function reads at run time. Its bundle contains them. */
  readonly files?: readonly string[];
}

interface ResponseFacts {
  readonly description: string;
  /** The content type of a text body; without it, the body is JSON. */
  readonly contentType?: string;
  /**
   * How the OpenAPI document describes status 200 of a route that creates: an existing entity was found, and nothing was
   * created.
   */
  readonly existing?: string;
  /** Whether a JSON response is also available as CSV, for `Accept: text/csv`. */
  readonly alsoCsv?: true;
  /** The `Cache-Control` header of a success. Without it, responses are not cached. */
  readonly cacheControl?: string;
}

/** The entity that a path names. The pipeline loads it and checks the scope before it parses the body. */
export interface RouteTarget<K = Kind<Entity>> {
  readonly kind: K;
  /** The name of the path parameter with the entity's id. */
  readonly parameter: string;
}

/** The declaration of an endpoint. Optional fields have defaults that follow from the others. */
export interface RouteDeclaration extends RouteFacts {
  /** The kind of the entity that the first parameter of the path names. */
  readonly target?: Kind<Entity>;
  /** Default: `api`, or `none` if anyone may call. */
  readonly rateClass?: RateClass;
  /** The kinds of API keys that may call the route, besides people. Any other key gets 403. */
  readonly takesKeys?: KeyAccess | readonly KeyAccess[];
  /**
   * Whether a client can repeat the request safely by an `Idempotency-Key`. The handler must add the writes of `remember` to
   * the transaction that creates the entity. Not for responses with a secret, because they would be stored.
   */
  readonly takesIdempotencyKey?: true;
  /**
   * Whether the endpoint repairs what devices send, instead of rejecting it (docs/api-contract.md, "What Guard repairs"). It
   * then takes any JSON, and the handler gets the body as it was sent. With `Guard-Strict: 1`, the body is read as on other
   * routes.
   */
  readonly repairs?: true;
  readonly request?: {
    /** Schemas of path parameters that are not ids. */
    readonly path?: Readonly<Record<string, z.ZodMiniType>>;
    readonly query?: z.ZodMiniObject;
    readonly body?: z.ZodMiniType;
  };
  readonly response: ResponseFacts & {
    readonly body?: z.ZodMiniType;
    /** Default: 200, or 204 for DELETE. */
    readonly status?: 200 | 201 | 202 | 204;
    /** Whether the response has an `ETag`. Default: if the route needs a permission and has a body. */
    readonly etag?: boolean;
    /**
     * The path of the `Location` of a 201. In braces it has parameters of the path or fields of the body. Default: the path
     * of the route with `/{id}` at the end. `null`: the endpoint sets the header.
     */
    readonly location?: `/${string}` | null;
  };
  /** Errors that only this endpoint has, besides those that follow from its access, rate class and request. */
  readonly errors?: readonly ErrorCode[];
  /** The table operations of the handler. `tableUseOf` adds those of the pipeline. */
  readonly table?: Partial<TableUse>;
  /** The settings that the handler reads. `settingsOf` adds those of the pipeline. */
  readonly settings?: readonly SettingName[];
}

/**
 * An endpoint. The CDK app, the local server, the pipeline, the OpenAPI document and the access test all read this
 * declaration.
 */
export interface Route extends RouteFacts {
  /** Verb and noun, such as `get-site`: the name of the Lambda function and of the operation. */
  readonly name: string;
  /** The file with the endpoint, as a path in `functions/` without `.ts`. */
  readonly file: string;
  /** The resource to which the function belongs: its file or folder. */
  readonly resource: string;
  readonly target: RouteTarget | undefined;
  readonly rateClass: RateClass;
  readonly takesKeys: readonly KeyAccess[];
  readonly takesIdempotencyKey: boolean;
  readonly repairs: boolean;
  readonly request: {
    readonly path: z.ZodMiniObject | undefined;
    readonly query: z.ZodMiniObject | undefined;
    readonly body: z.ZodMiniType | undefined;
  };
  readonly response: ResponseFacts & {
    readonly body: z.ZodMiniType | undefined;
    readonly status: 200 | 201 | 202 | 204;
    readonly etag: boolean;
    /** The path of the `Location` (`RouteDeclaration`); `undefined` without one. */
    readonly location: string | undefined;
    /** The descriptions of response headers that only this endpoint sends. */
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly errors: readonly ErrorCode[];
  readonly table: TableUse;
  readonly settings: readonly SettingName[];
}

/** The names of a path's parameters. */
export type ParameterOf<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | ParameterOf<Rest>
  : never;

/** The schema of a part of a declaration; `undefined` if the declaration has none. */
type SchemaOf<Part, Name extends string> = Part extends {
  readonly [N in Name]: infer S extends z.ZodMiniType;
}
  ? S
  : undefined;

/** Makes a declaration with an unknown key a compile error, because a misspelled key would otherwise change nothing. */
type NoOtherKeys<D> = NoKeysBut<D, keyof RouteDeclaration> & {
  readonly [P in 'request' | 'response' | 'table']?: P extends keyof D
    ? NoKeysBut<D[P], keyof NonNullable<RouteDeclaration[P]>>
    : unknown;
};
type NoKeysBut<D, K> = { readonly [P in Exclude<keyof D, K>]: never };

/** A route with the types of its declaration, which also give the handler its types. */
export type DefinedRoute<D extends RouteDeclaration> = Omit<Route, 'request' | 'response' | 'target'> & {
  readonly path: D['path'];
  readonly access: D['access'];
  readonly takesKeys: D extends { readonly takesKeys: unknown } ? readonly KeyAccess[] : readonly [];
  readonly takesIdempotencyKey: D extends { readonly takesIdempotencyKey: true } ? true : false;
  readonly repairs: D extends { readonly repairs: true } ? true : false;
  readonly target: D extends { readonly target: infer K } ? RouteTarget<K> : undefined;
  readonly request: {
    readonly path: Route['request']['path'];
    readonly query: SchemaOf<D['request'], 'query'>;
    readonly body: SchemaOf<D['request'], 'body'>;
  };
  readonly response: Omit<Route['response'], 'body'> & { readonly body: SchemaOf<D['response'], 'body'> };
};

/** All routes, in the order in which they were declared. */
export const declaredRoutes: Route[] = [];

/**
 * Declares an endpoint. Its id consists of its file in `functions/` and its name, such as `sites/get-site`. Throws if a route
 * with a target has no parameter in its path.
 */
export function defineRoute<const D extends RouteDeclaration>(
  id: `${string}/${string}`,
  declaration: D & NoOtherKeys<D>,
): DefinedRoute<D> {
  const {
    method,
    path,
    access,
    request = {},
    response,
    errors = [],
    table = {},
    settings = [],
  }: RouteDeclaration = declaration;
  const { status = method === 'DELETE' ? 204 : 200, body } = response;
  const route: Route = {
    ...declaration,
    ...placeOf(id),
    target: declaration.target && { kind: declaration.target, parameter: targetParameter(path) },
    takesKeys: [declaration.takesKeys ?? []].flat(),
    takesIdempotencyKey: declaration.takesIdempotencyKey ?? false,
    repairs: declaration.repairs ?? false,
    rateClass: declaration.rateClass ?? (access === 'anyone' ? 'none' : 'api'),
    request: {
      path: pathSchema(path, request.path),
      query: request.query,
      body: request.body,
    },
    response: {
      ...response,
      body,
      status,
      etag: response.etag ?? (body !== undefined && isPermission(access)),
      location: status === 201 ? locationOf(path, response.location) : undefined,
      headers: status === 201 ? { Location: `The URL of the new ${nameOf(body)}.` } : {},
    },
    errors,
    table: joinUses(table),
    settings,
  };
  declaredRoutes.push(route);
  return route as DefinedRoute<D>;
}

/** The HTTP methods of a route. */
export function methodsOf({
  method,
  alsoAnswers = [],
  answersHead,
}: Pick<Route, 'method' | 'alsoAnswers' | 'answersHead'>): string[] {
  return [method, ...alsoAnswers, ...(answersHead ? ['HEAD'] : [])];
}

export function isPermission(access: RouteAccess): access is Permission {
  return access !== 'anyone' && access !== 'signed_in';
}

function parametersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

function targetParameter(path: string): string {
  const [parameter] = parametersOf(path);
  if (parameter === undefined) throw new Error(`${path} names no entity`);
  return parameter;
}

/** Path parameters are ids, unless the declaration has a schema for them. */
function pathSchema(
  path: string,
  declared: Readonly<Record<string, z.ZodMiniType>> = {},
): z.ZodMiniObject | undefined {
  const names = parametersOf(path);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, declared[name] ?? idField])));
}

const locationOf = (path: string, declared: string | null = `${path}/{id}`) => declared ?? undefined;

function nameOf(schema: z.ZodMiniType | undefined): string {
  const id = schema && z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('A route that creates needs a response schema with an id');
  return id.replace(/\B[A-Z]/g, ' $&').toLowerCase();
}
