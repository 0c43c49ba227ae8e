import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { routes as allRoutes } from '../../../../functions/routes.ts';
import { documentedRoutes, OPENAPI_FILE, printOpenApi } from '../../../../lib/openapi/print-openapi.ts';
import { CONSTRUCTS } from '../../../../lib/openapi/simplify.ts';
import { ROLES } from '../../../../shared/base/access.ts';
import { createSchemaCompiler, explain, openApiDocument } from '../../../support/contract/schemas.ts';

describe('document', () => {
  const routes = documentedRoutes(allRoutes);
  const operations = Object.entries(openApiDocument.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

  test('The file docs/openapi.json is current: if not, run `npm run generate`', async () => {
    expect(await readFile(OPENAPI_FILE, 'utf8')).toBe(printOpenApi(allRoutes));
  });

  test.each(CONSTRUCTS)(
    'The printed OpenAPI document has nowhere $name, at which generators of clients fail',
    ({ isIn }) => {
      const countIn = (value: object) => {
        let count = 0;
        JSON.stringify(value, (_, part) => {
          if (typeof part === 'object' && part && !Array.isArray(part) && isIn(part)) count += 1;
          return part;
        });
        return count;
      };
      expect(countIn(openApiDocument)).toBeGreaterThan(0);
      expect(countIn(JSON.parse(printOpenApi(allRoutes)))).toBe(0);
    },
  );

  test('The printed OpenAPI document says the limit of a text in words, where its pattern is left out', () => {
    const { components } = JSON.parse(printOpenApi(allRoutes));
    const { name, instructions } = components.schemas.SiteInput.properties;
    expect(name).toEqual({
      type: 'string',
      minLength: 1,
      description: 'At most 120 characters without the blanks around them, and no control characters.',
    });
    expect(instructions.description).toMatch(/are kept\. At most 4000 characters /);
  });

  test('The OpenAPI document contains exactly the routes of the API', () => {
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  test('Every operation id in the OpenAPI document is unique and in camel case', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(routes.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
  });

  test('Each operation of the OpenAPI document names the roles that may call it', () => {
    const profiles = Object.fromEntries(
      operations.map(({ operation }) => [operation.operationId, operation['x-profiles']]),
    );
    expect(profiles).toMatchObject({
      listAlerts: ROLES,
      getCurrentUser: ROLES,
      acknowledgeAlert: ['platform_admin', 'tenant_master', 'operator'],
      createSite: ['platform_admin', 'tenant_master', 'tenant_admin'],
      deleteTenant: ['platform_admin'],
    });
    expect(profiles['login']).toBeUndefined();
  });

  test('An operation in the OpenAPI document requires a token exactly if its route does', () => {
    for (const route of routes) {
      const operation = openApiDocument.paths?.[route.path]?.[lowerCase(route.method)];
      expect(operation?.security).toEqual(route.access === 'anyone' ? [] : [{ bearer: [] }]);
    }
  });

  test('The server URL in the OpenAPI document is relative, so that it fits any host and stage', () => {
    const [server] = openApiDocument.servers ?? [];
    for (const base of ['https://guard.test', 'https://x.execute-api.test/prod']) {
      const url = new URL(server?.url ?? '', `${base}/docs/api.json`).href.replace(/\/$/, '');
      expect(url).toBe(base);
    }
  });

  const examples = [...findExamples(openApiDocument, [])];
  const schemas = createSchemaCompiler({ closesObjects: true, assertsFormats: true });

  test('Every request and response body in the OpenAPI document has an example', () => {
    const bodies = routes.filter(({ request }) => request.body).length;
    const answers = routes.filter(({ response }) => response.body && !response.contentType).length;
    const others = routes.filter(({ response }) => response.existing).length;
    expect(examples.length).toBe(bodies + answers + others);
  });

  test.each(examples)(
    'The example of the body %s in the OpenAPI document matches the body’s schema',
    (_, pointer, example) => {
      const validate = schemas.at(...pointer, 'schema');
      validate(example);
      expect(explain(validate.errors)).toBe('');
    },
  );

  /** Every media type object that has one example, with its name and place. */
  function* findExamples(part: unknown, pointer: string[]): Generator<[string, string[], unknown]> {
    if (typeof part !== 'object' || part === null) return;
    if ('schema' in part && 'example' in part) yield [pointer.slice(1).join(' '), pointer, part.example];
    for (const [name, value] of Object.entries(part)) yield* findExamples(value, [...pointer, name]);
  }

  function lowerCase<M extends string>(method: M): Lowercase<M> {
    return method.toLowerCase() as Lowercase<M>;
  }
});

describe('schemaOverrides', () => {
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

  test.each(names)(
    'The name of the schema %s in the OpenAPI document conflicts with no name in a generated client',
    (name) => {
      expect(name).toMatch(/^([A-Z][a-z]+)+$/);
      expect(RESERVED).not.toContain(name);
      // In Go, `NewAlert` makes an `Alert`.
      expect(name).not.toMatch(/^New[A-Z]/);
      // `ApiRaiseAlertRequest` and `RaiseAlertRequest` hold the parameters of an operation.
      expect(name).not.toMatch(/(Request|Response|Api)$/);
    },
  );

  test('Names of schemas in the OpenAPI document differ in more than upper and lower case, because client generators make file names of them', () => {
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  const bodies = parts.filter(([place]) => place.endsWith('/application~1json/schema'));

  test.each(bodies)(
    'The body %s in the OpenAPI document is a named component, so that client generators do not invent a name',
    (_, schema) => {
      expect(Object.keys(schema)).toEqual(['$ref']);
    },
  );

  test('Every error response in the OpenAPI document has the same type', () => {
    const errors = bodies.filter(([place]) => place.startsWith('/components/responses/'));
    expect(errors.length).toBeGreaterThan(0);
    for (const [, schema] of errors) expect(schema).toEqual({ $ref: '#/components/schemas/ErrorBody' });
  });

  test('The OpenAPI document expresses null in a list of types, not with anyOf or oneOf, which client generators handle wrongly', () => {
    const unions = parts.filter(([, { anyOf, oneOf }]) => [anyOf, oneOf].flat().some(isNull));
    expect(unions.map(([place]) => place)).toEqual([]);
  });

  test('No schema in the OpenAPI document has only the type null, because client generators look for a class of that name', () => {
    expect(parts.filter(([, part]) => isNull(part)).map(([place]) => place)).toEqual([]);
  });

  test('In the OpenAPI document, the links `first` and `last` of a page allow only null', () => {
    expect(schemas['PageLinks']).toMatchObject({
      properties: {
        first: { type: ['string', 'null'], const: null },
        last: { type: ['string', 'null'], const: null },
      },
    });
  });

  test('No string in the OpenAPI document uses allOf, because client generators would lose the string’s format and null', () => {
    const composed = parts.filter(([, { type, allOf }]) => allOf && [type].flat().includes('string'));
    expect(composed.map(([place]) => place)).toEqual([]);
  });

  test('In the OpenAPI document, `errors` of an error response contains a list of texts for each field', () => {
    expect(schemas['ErrorBody']).toMatchObject({
      properties: {
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
    });
  });

  test('An object that allows any fields declares none in the OpenAPI document, because client generators would reject others', () => {
    const open = parts.filter(([, part]) => part['properties'] && part['additionalProperties']);
    expect(open.map(([place]) => place)).toEqual([]);
  });

  test('All enumeration constants in the OpenAPI document have different names, because Go has one scope for all of them', () => {
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
});
