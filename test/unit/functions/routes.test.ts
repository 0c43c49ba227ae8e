import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../../functions/routes.ts';
import { TARGET_KINDS } from '../../../lib/admin/entity-kinds.ts';
import { ApiError } from '../../../shared/base/errors.ts';
import { validate } from '../../../shared/base/validation.ts';

const TEXTS = [
  ...['', ' ', 'x', 'A b', 'x,y', '5', '-5', '1.5', 'true', 'x@y', '25:00', 'x'.repeat(5_000)],
  ...['2026-02-30', '1026-02-20', '0000-01-01T00:00:00Z', '2026-11-20T12:00:00 01:00', '2026-11-20'],
  ...['\u0000', '\ud800', '\u200b', 'a\nb', '\u202ea', 'x\u0301'],
];
const WRONG: readonly unknown[] = [
  ...TEXTS,
  ...[null, true, false, 7, -1, 0, 1.5, 1e308, [], {}, [null], [[]], [{}], ['x'], ['x', 'x']],
  ...[{ x: 1 }, { '': '' }, { 'A b': 'x' }, { constructor: 'x' }, { x: 'x', y: null }],
  ...[{ kind: 'fax' }, { kind: 'sms' }, { kind: 'push' }, { user_id: 'x' }, { user_id: 'x', schedule_id: 7 }],
  Array.from({ length: 300 }, (_, place) => `x-${place}`),
];

/** A value with something wrong in each of its places. */
function* mutationsOf(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const [place, item] of value.entries()) {
      for (const mutation of mutationsOf(item)) yield value.with(place, mutation);
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknown: 1 };
    for (const [name, item] of Object.entries(value)) {
      yield { ...value, [name]: undefined };
      for (const mutation of mutationsOf(item)) yield { ...value, [name]: mutation };
    }
  }
}

const examplesOf = (schema: z.ZodMiniType): readonly unknown[] =>
  (z.globalRegistry.get(schema) as { examples?: readonly unknown[] } | undefined)?.examples ?? [];

/** All messages about inputs of a route that are not valid, each with its field. */
function messagesOf({
  request: { body, query },
}: (typeof routes)[number]): [field: string, message: string][] {
  const names = Object.keys(query?.def.shape ?? {});
  const queries = names.flatMap((name) => TEXTS.map((text) => ({ [name]: text })));
  const bodies = [...(body ? examplesOf(body) : []), {}].flatMap((example) => [...mutationsOf(example)]);
  return [
    ...(query ? [{}, { unknown: 'x' }, ...queries].map((input) => [query, input] as const) : []),
    ...(body ? bodies.map((input) => [body, input] as const) : []),
  ].flatMap(([schema, input]) => {
    try {
      validate(schema, input);
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Object.entries(error.fields ?? {}).flatMap(([field, messages]) =>
        messages.map((message): [string, string] => [field, message]),
      );
    }
  });
}

const RULE =
  /^(?:is (?:required|not allowed)|has a name that must |must (?:be|have|rise|name|consist|contain|not (?:be|have|contain)) )/;
const OTHERS = ['The request body must be a JSON object.', 'At least one field must be given.'];

test('Every error message about an invalid field is a sentence that names the field and the violated rule', () => {
  const wrong = new Set<string>();
  let count = 0;
  for (const route of routes) {
    for (const [field, message] of messagesOf(route)) {
      count += 1;
      const [beginning, end] = [`The ${field} field `, message.slice(`The ${field} field `.length)];
      const isSentence =
        message.startsWith(beginning) && RULE.test(`${end.slice(0, -1)} `) && message.endsWith('.');
      if (!isSentence && !OTHERS.includes(message)) wrong.add(`${route.name}: ${message}`);
    }
  }
  expect([...wrong]).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
});

const fieldsOf = (schema: unknown): string[] => {
  const { shape, options = [] } = (schema as { def: { shape?: object; options?: unknown[] } }).def;
  return shape ? Object.keys(shape) : options.flatMap(fieldsOf);
};
const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

test('The Location of a new object is the path of a route, filled from the request’s path and the object', () => {
  const paths = routes.map(({ path }) => withoutNames(path));
  for (const { name, path, response } of routes) {
    const { location, body } = response;
    const fields =
      location === undefined ? [] : [...path.matchAll(/\w+(?=\})/g)].map(String).concat(fieldsOf(body));
    const named = [...(location ?? '').matchAll(/\w+(?=\})/g)].map(String);
    expect([name, named.filter((it) => !fields.includes(it))]).toEqual([name, []]);
    if (location !== undefined) expect(paths).toContain(withoutNames(location));
  }
});

test('Each route whose path contains an entity’s id declares the kind of that entity as its target', () => {
  for (const { name, path, target } of routes) {
    const kind = Object.entries(TARGET_KINDS).find(([parameter]) => path.includes(`{${parameter}_id}`));
    expect([name, target?.kind, target?.parameter]).toEqual([name, kind?.[1], kind && `${kind[0]}_id`]);
  }
});
