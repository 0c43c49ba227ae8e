import * as z from 'zod/mini';
import type { Permission } from '../access.ts';
import type { ErrorCode } from '../errors.ts';
import { idField } from '../fields.ts';
import type { SettingName } from '../lambda/settings.ts';
import { joinUses, type TableUse } from '../table/table-use.ts';
import { TARGET_KINDS, type TargetKind } from './target-kinds.ts';

/**
 * What counts against which limit: `login` per e-mail and address, `auth`, `api` and `alert_action` per user, `none`
 * not at all (docs/api-contract.md, "Limits"); `report` counts the events of a key, and a user's request as `api`. Acting on alerts has a counter of its own, so that a screen that polls
 * never keeps an operator from it.
 */
export type RateClass = 'none' | 'login' | 'auth' | 'api' | 'alert_action' | 'report';

/** Who may call: anyone, any signed-in user, or the profiles that hold a permission. */
export type RouteAccess = 'anyone' | 'signed_in' | Permission;

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{site_id}` stands for the id of a site. */
  readonly path: `/${string}`;
  /** Whether the path also answers HEAD: as it answers GET, without the body. */
  readonly answersHead?: true;
  readonly summary: string;
  /** `false` keeps a route that is no part of the API out of the OpenAPI document. */
  readonly isDocumented?: false;
  readonly access: RouteAccess;
  /** Whether the function verifies or makes password hashes, and so ships the argon2 addon. */
  readonly hashesPasswords?: boolean;
  /** Whether screens ask it again and again, and so more often than any other. */
  readonly isPolled?: true;
  /** Files of packages that the function reads as it runs, and so ships beside its code. */
  readonly files?: readonly string[];
}

interface ResponseFacts {
  readonly description: string;
  /** What the body is if not JSON: text, which is sent as it is. */
  readonly contentType?: string;
  /** What it means where a route that creates answers 200: its handler says so, and nothing new was made. */
  readonly existing?: string;
  /** For how long a success may be kept without asking; not at all unless it says so. */
  readonly cacheControl?: string;
}

/** What is declared of an endpoint. What follows from something else may be left out. */
export interface RouteDeclaration extends RouteFacts {
  /** `api`, or `none` where anyone may call, unless it says otherwise. */
  readonly rateClass?: RateClass;
  /** Whether API keys may call it, too. Any other route answers them 403. */
  readonly takesKeys?: true;
  /**
   * Whether `Idempotency-Key` makes it safe to repeat: the handler then hands what `remember` gives to the transaction that
   * creates. Not for answers that hold a secret, which are kept as they are.
   */
  readonly takesIdempotencyKey?: true;
  readonly request?: {
    /** Path parameters that are no ids. */
    readonly path?: Readonly<Record<string, z.ZodMiniType>>;
    readonly query?: z.ZodMiniObject;
    readonly body?: z.ZodMiniType;
  };
  readonly response: ResponseFacts & {
    readonly body?: z.ZodMiniType;
    /** 200, or 204 for what deletes, unless it says otherwise. */
    readonly status?: 200 | 201 | 204;
    /** Whether ETag holds a validator of the body. So it does where a permission is asked for, unless it says otherwise. */
    readonly etag?: boolean;
  };
  /** Errors of this endpoint's own, beside those that its access, rate class and request imply. */
  readonly errors?: readonly ErrorCode[];
  /** What the handler itself does to the table; `tableUseOf` adds what the pipeline does for it. */
  readonly table?: Partial<TableUse>;
  /** The settings that the handler itself reads; `settingsOf` adds those that the pipeline reads for it. */
  readonly settings?: readonly SettingName[];
}

/**
 * One endpoint, declared once. The CDK app, the local server, the HTTP pipeline, the reference and the access
 * test all read this declaration; it imports no SDK, so that reading it costs nothing.
 */
export interface Route extends RouteFacts {
  /** Verb and noun; the name of the file, of the Lambda function and of the operation. */
  readonly name: string;
  /** The folder of `functions/` that it stands in. */
  readonly folder: string;
  /** What the path names one of: loaded, and checked against the caller's reach before the body is read. */
  readonly target: TargetKind | undefined;
  readonly rateClass: RateClass;
  readonly takesKeys: boolean;
  readonly takesIdempotencyKey: boolean;
  readonly request: {
    readonly path: z.ZodMiniObject | undefined;
    readonly query: z.ZodMiniObject | undefined;
    readonly body: z.ZodMiniType | undefined;
  };
  readonly response: ResponseFacts & {
    readonly body: z.ZodMiniType | undefined;
    readonly status: 200 | 201 | 204;
    readonly etag: boolean;
    /** Response headers that this endpoint adds to those that all endpoints send, with what they say. */
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

/** What a path names one of; `undefined` where it names nothing that is loaded. */
export type TargetOf<P extends string> = {
  [N in ParameterOf<P>]: N extends `${infer K extends TargetKind}_id` ? K : never;
}[ParameterOf<P>] extends infer K
  ? [K] extends [never]
    ? undefined
    : K
  : never;

/** The schema of a part of a declaration; `undefined` if the declaration has none. */
type SchemaOf<Part, Name extends string> = Part extends {
  readonly [N in Name]: infer S extends z.ZodMiniType;
}
  ? S
  : undefined;

/** A route with the types of its declaration, which type its handler. */
export type DefinedRoute<D extends RouteDeclaration> = Omit<Route, 'request' | 'response'> & {
  readonly path: D['path'];
  readonly access: D['access'];
  readonly takesKeys: D extends { readonly takesKeys: true } ? true : false;
  readonly takesIdempotencyKey: D extends { readonly takesIdempotencyKey: true } ? true : false;
  readonly target: TargetOf<D['path']>;
  readonly request: {
    readonly path: Route['request']['path'];
    readonly query: SchemaOf<D['request'], 'query'>;
    readonly body: SchemaOf<D['request'], 'body'>;
  };
  readonly response: Omit<Route['response'], 'body'> & { readonly body: SchemaOf<D['response'], 'body'> };
};

/**
 * Declares an endpoint. The id is where it stands, without `functions/` and `.route.ts`: `sites/get-site`. Throws where
 * a path names two things.
 */
export function defineRoute<const D extends RouteDeclaration>(
  id: `${string}/${string}`,
  declaration: D,
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
  } = declaration;
  const [folder = '', name = ''] = id.split('/');
  const { status = method === 'DELETE' ? 204 : 200, body } = response;
  const route: Route = {
    ...declaration,
    name,
    folder,
    target: targetOf(path),
    takesKeys: declaration.takesKeys ?? false,
    takesIdempotencyKey: declaration.takesIdempotencyKey ?? false,
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
      headers: status === 201 ? { Location: `The URL of the new ${nameOf(body)}.` } : {},
    },
    errors,
    table: joinUses(table),
    settings,
  };
  return route as DefinedRoute<D>;
}

/** The methods with which clients call a route. */
export function methodsOf({ method, answersHead }: Pick<Route, 'method' | 'answersHead'>): string[] {
  return answersHead ? [method, 'HEAD'] : [method];
}

export function isPermission(access: RouteAccess): access is Permission {
  return access !== 'anyone' && access !== 'signed_in';
}

function parametersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

function targetOf(path: string): TargetKind | undefined {
  const kinds = Object.keys(TARGET_KINDS) as TargetKind[];
  const named = parametersOf(path).flatMap((name) => kinds.filter((kind) => name === `${kind}_id`));
  if (named.length > 1) throw new Error(`${path} names two things`);
  return named[0];
}

/** A path parameter is an id, unless the declaration says what else it is. */
function pathSchema(
  path: string,
  declared: Readonly<Record<string, z.ZodMiniType>> = {},
): z.ZodMiniObject | undefined {
  const names = parametersOf(path);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, declared[name] ?? idField])));
}

function nameOf(schema: z.ZodMiniType | undefined): string {
  const id = schema && z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('What a route creates needs a schema with an id');
  return id.replace(/\B[A-Z]/g, ' $&').toLowerCase();
}
