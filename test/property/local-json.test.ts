import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Invocation, invoke } from '../../lib/local/invoke.ts';
import { parseSorted } from '../../lib/local/parse-sorted.ts';
import { repetitions } from '../support/repetitions.ts';

const numRuns = repetitions({ few: 300, many: 20_000 });

/** Texts with what JSON escapes, and names with a meaning in JavaScript. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '/', '\n', 'u', ',', ':', '{', '}', '[', ']', '🔔') }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '1', 'toJSON'),
);

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
})).value;

test('The local server reads every reply of its engine as JSON.parse does', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1), (value, space) => {
      const written = JSON.stringify(value, undefined, space);
      assert.deepStrictEqual(parseSorted(written), JSON.parse(written));
    }),
    { numRuns },
  );
});

test('The local server reads the members of a reply in the order of their names, whatever order they come in', () => {
  const read = parseSorted('{"b":[{"d":1,"c":2,"e":3}],"a":{"S":"x"}}');
  expect(JSON.stringify(read)).toBe('{"a":{"S":"x"},"b":[{"c":2,"d":1,"e":3}]}');
});

test.each(['', '{', '{"a":1', '{"a":1}}', '["a"', '"a', '"a\\"', '{"a" 1}', '[1,]', '{a:1}', 'nul'])(
  'The local server refuses a reply that is no JSON: %s',
  (reply) => {
    expect(() => parseSorted(reply)).toThrow(SyntaxError);
  },
);

/** Anything but what JSON cannot write. */
const anything = fc.anything({
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withBoxedValues: true,
  key: text,
});

async function returned(value: unknown): Promise<Invocation> {
  const clock = () => new Date(0);
  return invoke(
    async () => () => value,
    {},
    { name: 'get-thing', requestId: '1', timeoutMilliseconds: 1_000, clock },
  );
}

test('A local function returns what JSON makes of its result', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      const result: unknown = JSON.parse(writeJson(value) ?? 'null');
      assert.deepStrictEqual(await returned(value), { outcome: 'returned', result });
    }),
    { numRuns },
  );
});

/** The types say that `JSON.stringify` always returns a text. */
const writeJson: (value: unknown) => string | undefined = JSON.stringify;

test('A run of a local function fails if JSON cannot write its result', async () => {
  const loop: { self?: object } = {};
  loop.self = loop;
  for (const value of [1n, { a: [1n] }, loop]) expect((await returned(value)).outcome).toBe('failed');
});
