import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './operations.ts';
import { openApiDocument } from './schemas.ts';

/** Values for fields with these names, in place of values from their schema. */
export type KnownValues = Readonly<Record<string, Arbitrary<unknown>>>;

/** Values that a schema of the document allows. Throws on an unknown keyword instead of ignoring it. */
export function valuesOf(schema: Schema, known: KnownValues = {}): Arbitrary<unknown> {
  const { $ref, ...own } = schema;
  if ($ref) return valuesOf({ ...resolveReference($ref), ...own }, known);
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
  if (unknown) throw new Error(`No values are made for the keyword ${unknown}.`);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((each: Schema) => valuesOf(each, known)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => valuesOf({ ...schema, type }, known)));
  }
  const make = MAKERS[schema.type];
  if (!make) throw new Error(`No values are made for the type ${schema.type}.`);
  return make(schema, known);
}

const KEYWORDS = new Set([
  ...['type', 'oneOf', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...[
    'items',
    'minItems',
    'maxItems',
    'uniqueItems',
    'properties',
    'required',
    'additionalProperties',
    'minProperties',
    'maxProperties',
    'propertyNames',
    'dependentRequired',
  ],
  // Keywords that only describe.
  ...['id', 'title', 'description', 'default', 'examples', 'format', 'writeOnly', 'x-enum-varnames'],
]);

const MAKERS: Record<string, (schema: Schema, known: KnownValues) => Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum, maximum }) => fc.integer({ min: minimum, max: maximum ?? 2 ** 31 - 1 }),
  string: stringsOf,
  array: ({ items, minItems = 0, maxItems = 5, uniqueItems }, known) => {
    const lengths = { minLength: minItems, maxLength: Math.min(maxItems, 5) };
    const values = valuesOf(items, known);
    return uniqueItems ? fc.uniqueArray(values, lengths) : fc.array(values, lengths);
  },
  object: objectsOf,
};

function stringsOf({ pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
  if (!pattern) return fc.string({ unit: 'binary', minLength, maxLength });
  const whole = new RegExp(pattern, 'u');
  return fc.stringMatching(withoutLookahead(pattern)).filter((text) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && whole.test(text);
  });
}

/** fast-check does not support look-aheads; a filter removes texts that break them. */
function withoutLookahead(pattern: string): RegExp {
  return new RegExp(pattern.replace(/\(\?![^()]*\)/g, ''), 'u');
}

function objectsOf(schema: Schema, known: KnownValues): Arbitrary<object> {
  const { properties = {}, required = [], minProperties = 0, dependentRequired = {} } = schema;
  const { additionalProperties, propertyNames, maxProperties = 5 } = schema;
  if (typeof additionalProperties === 'object') {
    const names = valuesOf(propertyNames ?? { type: 'string' }).map(String);
    return fc.dictionary(names, valuesOf(additionalProperties), { maxKeys: Math.min(maxProperties, 5) });
  }
  const fields = Object.entries(properties).map(([name, field]): [string, Arbitrary<unknown>] => [
    name,
    known[name] ?? valuesOf(field, known),
  ]);
  const isWhole = (value: object) =>
    Object.entries<string[]>(dependentRequired).every(
      ([name, others]) => !(name in value) || others.every((other) => other in value),
    );
  return recordsOf(fields, required).filter(
    (value) => Object.keys(value).length >= minProperties && isWhole(value),
  );
}

/**
 * Records in which each optional field is present half of the time; with fast-check's own it is nearly always present.
 */
export function recordsOf(
  fields: readonly (readonly [name: string, values: Arbitrary<unknown>])[],
  required: readonly string[],
): Arbitrary<Record<string, unknown>> {
  const optional = fields.map(([name]) => name).filter((name) => !required.includes(name));
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), fc.subarray(optional))
    .map(([values, held]) =>
      Object.fromEntries(
        Object.entries(values).filter(([name]) => required.includes(name) || held.includes(name)),
      ),
    );
}

/** Invalid values that a hand-written test would try. */
const NEAR_MISSES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e9, [], {}, [null], ''],
  ...[
    ' ',
    '\u0000',
    '\u0085',
    '\ufeff',
    '\n',
    'a\u200db',
    'A B',
    'a--b',
    '-a',
    'é',
    '🚨'.repeat(120),
    'x'.repeat(121),
  ],
  ...['x'.repeat(65), 'x'.repeat(1001), 'x'.repeat(254), '0', '007', '1e2', '5.0', '+5', '101', 'null'],
  ...[
    'a@b',
    ' A@B.co ',
    'a..b@c.de',
    '.a@b.co',
    'a@b.c',
    'a@-b.co',
    '\u212a@b.co',
    `${'x'.repeat(250)}@b.co`,
  ],
  ...['2026-02-29T00:00:00Z', '0000-12-31T23:59:59Z', '9999-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59'],
  ...[
    '2026-01-01T00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01t00:00:00z',
    '2026-01-01',
  ],
  ...['01992F3C-6B1E-7C55-9D6A-3F0B8A2C4E71', '01992f3c-6b1e-4c55-9d6a-3f0b8a2c4e71', '+01:00', 'Mars/Base'],
];

export const nearMisses: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NEAR_MISSES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 150 }) },
);

/** An object with one field replaced, removed or added; or a value that is not an object. */
export function mutationsOf(objects: Arbitrary<unknown>): Arbitrary<unknown> {
  const changed = fc.tuple(objects, fc.nat(), fc.option(nearMisses)).map(([object, place, value]) => {
    const fields = Object.entries(object as object);
    if (fields.length === 0) return object;
    const [name] = fields[place % fields.length] ?? [''];
    const { [name]: _, ...others } = object as Record<string, unknown>;
    return value === null ? others : { ...others, [name]: value };
  });
  const extended = objects.map((object) => ({ ...(object as object), unheard_of: 1 }));
  return fc.oneof(
    { weight: 8, arbitrary: changed },
    { weight: 1, arbitrary: extended },
    { weight: 1, arbitrary: nearMisses },
  );
}

function resolveReference(reference: string): Schema {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<Schema>((part, name) => part?.[name], openApiDocument);
}
