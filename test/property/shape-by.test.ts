import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../functions/routes.ts';
import { exampleOf } from '../../lib/openapi/examples.ts';
import { shapeBy } from '../../shared/base/shape-by.ts';
import { repetitions } from '../support/repetitions.ts';

const bodies = routes.flatMap(({ name, path, response: { body, contentType } }) =>
  body && !contentType ? [{ name, schema: body, example: exampleOf(body, path) }] : [],
);

/** The visible effect of a schema: the JSON that is sent, or the rejection of the body. */
function outcomeOf(shape: () => unknown): unknown {
  try {
    return { json: JSON.stringify(shape()) };
  } catch (error) {
    return { error: error instanceof z.core.$ZodError ? error.issues : error };
  }
}

/** A copy of a body with one member removed, replaced or added. */
function changed(
  body: unknown,
  steps: readonly number[],
  change: 'remove' | 'replace' | 'add',
  value: unknown,
) {
  const copy = structuredClone(body);
  let place = copy as Record<string, unknown>;
  for (const step of steps) {
    const names = Object.keys(place);
    const name = names[step % Math.max(1, names.length)];
    const inner = name === undefined ? undefined : place[name];
    if (typeof inner === 'object' && inner !== null) {
      place = inner as Record<string, unknown>;
      continue;
    }
    if (name === undefined) break;
    if (change === 'remove') delete place[name];
    else place[change === 'add' ? 'secret_hash' : name] = value;
    return copy;
  }
  place['secret_hash'] = value;
  return copy;
}

describe.each(bodies)('the response of $name', ({ schema, example }) => {
  test('The response of a route equals the result of z.parse for any value that its handler returns', () => {
    const shape = shapeBy(schema);
    expect(JSON.stringify(shape(example))).toBe(JSON.stringify(z.parse(schema, example)));
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { minLength: 3, maxLength: 5 }),
        fc.constantFrom('remove', 'replace', 'add'),
        fc.oneof(
          fc.constantFrom(
            undefined,
            null,
            '',
            'gate',
            0,
            1.5,
            true,
            '2026-11-20T12:00:30.000+00:00',
            Number.NaN,
          ),
          fc.jsonValue(),
        ),
        (steps, change, value) => {
          const body = changed(example, steps, change, value);
          expect(outcomeOf(() => shape(body))).toEqual(outcomeOf(() => z.parse(schema, body)));
        },
      ),
      { numRuns: repetitions({ few: 60, many: 2_000 }) },
    );
  });
});

test('A field that the response schema does not declare reaches no response, at any depth', () => {
  const schema = z.object({ list: z.array(z.object({ user: z.optional(z.object({ id: z.string() })) })) });
  const body = { list: [{ user: { id: '1', password_hash: 'secret' }, token: 'secret' }], note: 'secret' };
  expect(shapeBy(schema)(body)).toEqual({ list: [{ user: { id: '1' } }] });
});
