import * as z from 'zod/mini';
import { EXAMPLE_IDS } from '../../shared/base/ids.ts';

export const EXAMPLE_REQUEST_ID = '5b8f1c92-3d6e-4f0a-9c27-8e41d0a6b735';

const NEXT_CURSOR = 'WyJuZXh0IiwiMDE5OTJmM2MtNmIxZS03YzU1LTlkNmEtM2YwYjhhMmM0ZTcxIiwiUTJ4aFkydHNhV05yIl0';

/**
 * The example of a body, declared with its schema. A list without one is shown with the example of its items, and a page as the
 * first of many. Throws if there is no example.
 */
export function exampleOf(schema: z.ZodMiniType, path: string): unknown {
  const { id, examples } = z.globalRegistry.get(schema) ?? {};
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  if (example !== undefined) return example;
  const { data: listed, links } = schema instanceof z.ZodMiniObject ? schema.shape : {};
  if (listed instanceof z.ZodMiniArray) {
    const item = exampleOf(listed.def.element as z.ZodMiniType, path);
    return links ? pageOf(item, path) : { data: [item] };
  }
  throw new Error(`${path}: the schema ${id ?? 'of a body'} needs an id and examples in its meta.`);
}

function pageOf(item: unknown, path: string) {
  const url = `https://guard.test${path.replace('{site_id}', EXAMPLE_IDS.site)}`;
  return {
    data: [item],
    links: { first: null, last: null, prev: null, next: `${url}?limit=1&cursor=${NEXT_CURSOR}` },
    meta: { path: url, per_page: 1, next_cursor: NEXT_CURSOR, prev_cursor: null },
  };
}
