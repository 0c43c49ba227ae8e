import { expect, test } from 'vitest';
import { openApiDocument } from '../../../support/contract/schemas.ts';

/**
 * What generators of clients accept unchanged, in any language. test/generated-clients runs some of
 * them; this holds what breaks them, and says at once where.
 */

const schemas = openApiDocument.components?.schemas ?? {};
const names = Object.keys(schemas);
const parts = [...partsOf(openApiDocument, '')];

/** Types and values of the languages and of what generators write in addition to the models, which would be renamed. */
const RESERVED = new Set(
  (
    'Any Array Bool Boolean Byte Class Date DateTime Decimal Dict Double Enum Error Exception File Float Function ' +
    'Integer Interface List Long Map Nil None Null Number Object Optional Promise Protocol Record Result Set String ' +
    'Symbol Time Tuple Type Uuid Void ApiClient ApiError ApiException ApiResponse BaseApi Client Configuration Response'
  ).split(' '),
);

test.each(names)('The schema %s of the OpenAPI document has a unique name in every language', (name) => {
  expect(name).toMatch(/^([A-Z][a-z]+)+$/);
  expect(RESERVED).not.toContain(name);
  // In Go, `NewAlert` makes an `Alert`.
  expect(name).not.toMatch(/^New[A-Z]/);
  // `ApiRaiseAlertRequest` and `RaiseAlertRequest` hold the parameters of an operation.
  expect(name).not.toMatch(/(Request|Response|Api)$/);
});

test('The names of schemas in the OpenAPI document differ also without case, because they become file names', () => {
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
});

const bodies = parts.filter(([place]) => place.endsWith('/application~1json/schema'));

test.each(bodies)(
  'The body %s in the OpenAPI document is a named component, so that generators make up no name',
  (_, schema) => {
    expect(Object.keys(schema)).toEqual(['$ref']);
  },
);

test('Every error response in the OpenAPI document has the same type', () => {
  const errors = bodies.filter(([place]) => place.startsWith('/components/responses/'));
  expect(errors.length).toBeGreaterThan(0);
  for (const [, schema] of errors) expect(schema).toEqual({ $ref: '#/components/schemas/ErrorBody' });
});

test('The OpenAPI document has the type null in a list of types: generators lose the null of a union, or the type', () => {
  const unions = parts.filter(([, { anyOf, oneOf }]) => [anyOf, oneOf].flat().some(isNull));
  expect(unions.map(([place]) => place)).toEqual([]);
});

test('No schema of the OpenAPI document has the type null alone: generators look for a class of that name', () => {
  expect(parts.filter(([, part]) => isNull(part)).map(([place]) => place)).toEqual([]);
});

test('A field that is always null allows no other value in the OpenAPI document', () => {
  expect(schemas['PageLinks']).toMatchObject({
    properties: {
      first: { type: ['string', 'null'], const: null },
      last: { type: ['string', 'null'], const: null },
    },
  });
});

test('The OpenAPI document describes texts without a composition, in which generators lose their format and their null', () => {
  const composed = parts.filter(([, { type, allOf }]) => allOf && [type].flat().includes('string'));
  expect(composed.map(([place]) => place)).toEqual([]);
});

test('In the OpenAPI document, the messages by field are lists of texts', () => {
  expect(schemas['ErrorBody']).toMatchObject({
    properties: {
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
  });
});

test('In the OpenAPI document, an object with any fields names none: generators would reject other fields', () => {
  const open = parts.filter(([, part]) => part['properties'] && part['additionalProperties']);
  expect(open.map(([place]) => place)).toEqual([]);
});

test('The constants of enumerations in the OpenAPI document are unique, because Go has one scope for them', () => {
  const constants = Object.values(schemas).flatMap((schema) => {
    const { enum: values = [], 'x-enum-varnames': given = values } = schema as Part;
    return (given as string[]).map((value) => value.replace(/\W/g, '_').toUpperCase());
  });
  expect(constants.length).toBeGreaterThan(0);
  expect(constants.filter((name, place) => constants.indexOf(name) !== place)).toEqual([]);
});

type Part = Record<string, unknown>;

/** Every object in the document, with its place as a JSON Pointer. Examples do not count as described objects. */
function* partsOf(part: unknown, place: string): Generator<[place: string, part: Part]> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield [place, part as Part];
  for (const [name, value] of Object.entries(part)) {
    if (name === 'example' || name === 'examples') continue;
    yield* partsOf(value, `${place}/${name.replaceAll('/', '~1')}`);
  }
}

function isNull(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'type' in part && part.type === 'null';
}
