import * as z from 'zod/mini';
import { idField } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';

const DEFAULT_LIMIT = 20;
const MAXIMUM_LIMIT = 100;

/** This is more than the length of any cursor that Guard issues: longer texts are rejected undecoded. */
export const MAXIMUM_CURSOR_LENGTH = 200;

/** Items per page: 1 and up; above 100 it is reduced to 100 (docs/api-contract.md, "Lists"). */
const limitText = z.string().check(
  z.refine((text) => /^[0-9]+$/.test(text), { error: 'must be an integer', abort: true }),
  z.refine((digits) => /[1-9]/.test(digits), { error: 'must be at least 1' }),
);
const limitNumber = z.transform((digits: string) => Math.min(Number(digits), MAXIMUM_LIMIT));
const limitField = withMeta(z._default(z.pipe(limitText, limitNumber), DEFAULT_LIMIT), {
  description: `Items per page. A higher limit is reduced to ${MAXIMUM_LIMIT}.`,
  override: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT },
});

const cursorText = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-]+$/, { error: 'must be a cursor of this list' }),
    z.maxLength(MAXIMUM_CURSOR_LENGTH),
  );

const pageFields = {
  limit: limitField,
  cursor: withMeta(z.optional(cursorText), {
    description: '`meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters.',
  }),
};

/** Restricts a list to one tenant. */
export const tenantFilter = withMeta(z.optional(idField), {
  description:
    'Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin.',
});

/** The query of a list without a tenant filter: page size and position. */
export const pageQuery = z.strictObject(pageFields);

/** The query of every other list: page size, position and tenant, with the list's own filters. */
export function listQuery<const F extends z.core.$ZodLooseShape>(filters: F) {
  return z.strictObject({ ...pageFields, tenant_id: tenantFilter, ...filters });
}

const linksSchema = withMeta(
  z.object({
    first: withMeta(z.null(), { description: 'Always null: the list has no numbered pages.' }),
    last: withMeta(z.null(), { description: 'Always null.' }),
    prev: withMeta(z.nullable(z.string()), {
      description: 'The URL of the previous page; null on the first.',
    }),
    next: withMeta(z.nullable(z.string()), { description: 'The URL of the next page; null on the last.' }),
  }),
  { id: 'PageLinks', description: 'Absolute URLs that keep filters and limit.' },
);

const metaSchema = withMeta(
  z.object({
    path: withMeta(z.string(), { description: 'The URL of the list, without its query.' }),
    per_page: withMeta(z.int().check(z.minimum(1), z.maximum(MAXIMUM_LIMIT)), {
      description: 'The number of items of a full page.',
    }),
    next_cursor: withMeta(z.nullable(z.string()), {
      description: 'The `cursor` of the next page; null on the last.',
    }),
    prev_cursor: withMeta(z.nullable(z.string()), {
      description: 'The `cursor` of the previous page; null on the first.',
    }),
  }),
  { id: 'PageMeta' },
);

/** The pagination envelope (docs/api-contract.md, "Lists"), as the component of that name in the OpenAPI document. */
export function pageOf<S extends z.ZodMiniType>(item: S, id: `${string}Page`) {
  return withMeta(z.object({ data: z.array(item), links: linksSchema, meta: metaSchema }), {
    id,
    description: 'One page, newest first.',
  });
}

/**
 * A list filter that takes one value, or several separated by commas. Any invalid value makes the filter invalid. Duplicates
 * are removed and values sorted, so that the same values in another order identify the same list.
 */
export function valuesFilter<S extends z.ZodMiniType<string, string>>(value: S, description?: string) {
  const split = z.transform<string, string[]>((text, { issues }) => {
    const values = text.split(',');
    const results = values.map((each) => value.safeParse(each));
    const [issue] = results.flatMap(({ error }) => error?.issues ?? []);
    if (issue) issues.push({ ...issue, input: text, path: [] } as z.core.$ZodRawIssue);
    return [...new Set(values)].sort();
  });
  // The OpenAPI document shows the last schema of the pipe, which is an array.
  return withMeta(z.optional(z.pipe(split, z.array(value).check(z.minLength(1)))), {
    description: [description, 'Several values are separated by commas.'].filter(Boolean).join(' '),
    param: { style: 'form', explode: false },
  });
}
