import * as z from 'zod';
import { idField } from '../fields.ts';

const DEFAULT_LIMIT = 20;
const MAXIMUM_LIMIT = 100;

/** Longer than any cursor that Guard issues; what is longer is refused before it is decoded. */
export const MAXIMUM_CURSOR_LENGTH = 200;

/** Items per page: 1 and up; above 100 it is reduced to 100 (docs/api-contract.md, "Lists"). */
const limitField = z
  .string()
  .refine((text) => /^[0-9]+$/.test(text), { error: 'must be an integer', abort: true })
  .refine((digits) => /[1-9]/.test(digits), { error: 'must be at least 1' })
  .transform((digits) => Math.min(Number(digits), MAXIMUM_LIMIT))
  .default(DEFAULT_LIMIT)
  .meta({
    description: `Items per page. What is above ${MAXIMUM_LIMIT} is reduced to ${MAXIMUM_LIMIT}.`,
    override: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT },
  });

const pageFields = {
  limit: limitField,
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be a cursor of this list' })
    .max(MAXIMUM_CURSOR_LENGTH)
    .optional()
    .meta({
      description: '`meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters.',
    }),
};

const tenantFilter = idField.optional().meta({
  description:
    'Only what belongs to this tenant. Another tenant than your own finds nothing, unless you are a platform admin.',
});

/** The query of a list that belongs to no tenant: page size and position. */
export const pageQuery = z.strictObject(pageFields);

/** The query of every other list: page size, position and tenant, with the list's own filters. */
export function listQuery<const F extends z.core.$ZodLooseShape>(filters: F) {
  return z.strictObject({ ...pageFields, tenant_id: tenantFilter, ...filters });
}

const linksSchema = z
  .object({
    first: z.null().meta({ description: 'Always null: a list by cursor has no numbered pages.' }),
    last: z.null().meta({ description: 'Always null.' }),
    prev: z.string().nullable().meta({ description: 'The URL of the page before; null on the first.' }),
    next: z.string().nullable().meta({ description: 'The URL of the next page; null on the last.' }),
  })
  .meta({ id: 'PageLinks', description: 'Absolute URLs that keep filters and limit.' });

const metaSchema = z
  .object({
    path: z.string().meta({ description: 'The URL of the list, without its query.' }),
    per_page: z.int().min(1).max(MAXIMUM_LIMIT).meta({ description: 'How many items a full page has.' }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the next page; null on the last.' }),
    prev_cursor: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the page before; null on the first.' }),
  })
  .meta({ id: 'PageMeta' });

/** The pagination envelope (docs/api-contract.md, "Lists"), as the component of that name in the OpenAPI document. */
export function pageOf<S extends z.ZodType>(item: S, id: `${string}Page`) {
  return z
    .object({ data: z.array(item), links: linksSchema, meta: metaSchema })
    .meta({ id, description: 'One page, newest first.' });
}
