import * as z from 'zod/mini';

/**
 * The schema with what it says of itself in the OpenAPI document, beside what it has said before; an id is only for the
 * schema that it was given to. What was given stays as it is: other schemas may be made of it.
 */
export function withMeta<S extends z.ZodMiniType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = schema.clone();
  z.globalRegistry.add(copy, meta);
  return copy;
}
