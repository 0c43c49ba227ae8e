import type { paths } from './schema.ts';

/** The query parameters of a GET operation. A parameter that takes several values also takes one. */
export type Filters<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? { readonly [K in keyof Q]?: FilterValue<Q[K]> | undefined }
  : never;

type FilterValue<T> = T extends readonly (infer V)[] ? V | readonly V[] : T;

/** Optional fields may be `undefined`: JSON omits them. */
export type Fields<B> = { readonly [K in keyof B]: object extends Pick<B, K> ? B[K] | undefined : B[K] };
