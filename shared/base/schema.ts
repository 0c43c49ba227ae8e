import * as z from 'zod/mini';

/**
 * Returns a copy of a schema with more metadata for the OpenAPI document. Schemas that are derived from the copy do not
 * inherit an id. The original does not change, because other schemas may be derived from it.
 */
export function withMeta<S extends z.ZodMiniType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = schema.clone();
  z.globalRegistry.add(copy, meta);
  return copy;
}
