import * as z from 'zod/mini';
import { withMeta } from '../with-meta.ts';

/**
 * A list filter with one value or several, separated by commas. An invalid value is an error of the filter. Duplicates are
 * removed and values sorted, so that their order does not change the identity of the list.
 */
export function valuesFilter<S extends z.ZodMiniType<string, string>>(value: S, description?: string) {
  const split = z.transform<string, string[]>((text, { issues }) => {
    const values = text.split(',');
    const results = values.map((each) => value.safeParse(each));
    const [issue] = results.flatMap(({ error }) => error?.issues ?? []);
    if (issue) issues.push({ ...issue, input: text, path: [] } as z.core.$ZodRawIssue);
    return [...new Set(values)].sort();
  });
  // The OpenAPI document shows the last schema of the pipe: an array.
  return withMeta(z.optional(z.pipe(split, z.array(value).check(z.minLength(1)))), {
    description: [description, 'Several values are separated by commas.'].filter(Boolean).join(' '),
    param: { style: 'form', explode: false },
  });
}
