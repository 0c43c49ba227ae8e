import * as z from 'zod/mini';

/**
 * Returns a copy of a schema with metadata for the OpenAPI document, added to existing metadata. An id is not inherited
 * by schemas that are derived from the copy. The original is unchanged, because other schemas may be derived from it.
 */
export function withMeta<S extends z.ZodMiniType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = schema.clone();
  z.globalRegistry.add(copy, meta);
  return copy;
}
