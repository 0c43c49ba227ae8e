/** What an operation of the OpenAPI document takes and gives, as types. */
import type { paths } from './schema.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have this method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathWith<M>> = paths[P][M];

interface Json<T> {
  content: { 'application/json': T };
}

type PathInput<O> = O extends { parameters: { path: infer P } } ? { readonly path: P } : object;
/** Parameters that take several values also take one. */
type QueryValues<Q> = { readonly [K in keyof Q]?: QueryValue<Q[K]> | undefined };
type QueryValue<T> = T extends readonly (infer V)[] ? V | readonly V[] : T;
type QueryInput<O> = O extends { parameters: { query?: infer Q } }
  ? { readonly query?: QueryValues<Q> }
  : object;
type BodyInput<O> = O extends { requestBody: Json<infer B> }
  ? { readonly body: Fields<B> }
  : O extends { requestBody?: infer R }
    ? OptionalBodyInput<NonNullable<R>>
    : object;
type OptionalBodyInput<R> = [R] extends [Json<infer B>] ? { readonly body?: Fields<B> | undefined } : object;
/** What may be left out may also be undefined: JSON has no such value, and leaves it out. */
type Fields<B> = { readonly [K in keyof B]: object extends Pick<B, K> ? B[K] | undefined : B[K] };

export type OperationInput<O> = PathInput<O> & QueryInput<O> & BodyInput<O>;

export type OperationResult<O> = O extends { responses: { 200: Json<infer T> } }
  ? T
  : O extends { responses: { 201: Json<infer T> } }
    ? T
    : undefined;

/** The filters of a list: its query, in which everything may be left out. */
export type ListFilters<P extends PathWith<'get'>> =
  Operation<'get', P> extends { parameters: { query?: infer Q } } ? QueryValues<Q> : never;
