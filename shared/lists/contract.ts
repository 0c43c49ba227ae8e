import * as z from 'zod';
import { idField } from '../fields.ts';

export const DEFAULT_LIMIT = 20;
export const MAXIMUM_LIMIT = 100;

/** Longer than any cursor that Guard issues; what is longer is refused before it is decoded. */
export const MAXIMUM_CURSOR_LENGTH = 200;

/** Items per page: 1 and up; above 100 it is reduced to 100 (specification section 4). */
const limitField = z
  .string()
  .regex(/^[0-9]+$/, { error: 'must be an integer' })
  .refine((digits) => /[1-9]/.test(digits), { error: 'must be at least 1' })
  .transform((digits) => Math.min(Number(digits), MAXIMUM_LIMIT))
  .default(DEFAULT_LIMIT);

const pageFields = {
  limit: limitField,
  cursor: z.string().min(1).max(MAXIMUM_CURSOR_LENGTH).optional(),
};

/** The query of a list that belongs to no tenant: page size and position. */
export const pageQuery = z.strictObject(pageFields);

/** The query of every other list: page size, position and tenant, with the list's own filters. */
export function listQuery<const F extends z.core.$ZodLooseShape>(filters: F) {
  return z.strictObject({ ...pageFields, tenant_id: idField.optional(), ...filters });
}

/** The pagination envelope (specification section 2). */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    data: z.array(item),
    links: z.object({
      first: z.null(),
      last: z.null(),
      prev: z.string().nullable(),
      next: z.string().nullable(),
    }),
    meta: z.object({
      path: z.string(),
      per_page: z.number().int(),
      next_cursor: z.string().nullable(),
      prev_cursor: z.string().nullable(),
    }),
  });
}
