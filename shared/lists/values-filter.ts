import * as z from 'zod/mini';
import { withMeta } from '../with-meta.ts';

/**
 * A filter of a list that takes one value or several, with commas between them. A wrong one is told as the filter's own
 * fault. Each counts once, and they are sorted: in whatever order values are given, it is the same list.
 */
export function valuesFilter<S extends z.ZodMiniType<string, string>>(value: S, description?: string) {
  const split = z.transform<string, string[]>((text, { issues }) => {
    const values = text.split(',');
    const results = values.map((each) => value.safeParse(each));
    const [issue] = results.flatMap(({ error }) => error?.issues ?? []);
    if (issue) issues.push({ ...issue, input: text, path: [] } as z.core.$ZodRawIssue);
    return [...new Set(values)].sort();
  });
  // Of the two the document has the last: an array.
  return withMeta(z.optional(z.pipe(split, z.array(value).check(z.minLength(1)))), {
    description: [description, 'Several values are separated by commas.'].filter(Boolean).join(' '),
    param: { style: 'form', explode: false },
  });
}
