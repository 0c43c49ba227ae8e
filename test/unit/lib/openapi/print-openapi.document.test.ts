import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routes as allRoutes } from '../../../../functions/routes.ts';
import { documentedRoutes, OPENAPI_FILE, printOpenApi } from '../../../../lib/openapi/print-openapi.ts';
import { ROLES } from '../../../../shared/base/access.ts';
import { createSchemaCompiler, explain, openApiDocument } from '../../../support/contract/schemas.ts';

const routes = documentedRoutes(allRoutes);
const operations = Object.entries(openApiDocument.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

test('The file docs/openapi.json is current: if not, run `npm run generate`', async () => {
  expect(await readFile(OPENAPI_FILE, 'utf8')).toBe(printOpenApi(allRoutes));
});

test('The OpenAPI document has every route of the API and no other', () => {
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test('The operations of the OpenAPI document have names in camel case', () => {
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

test('An operation of the OpenAPI document requires a token if its route does', () => {
  for (const route of routes) {
    const operation = openApiDocument.paths?.[route.path]?.[lowerCase(route.method)];
    expect(operation?.security).toEqual(route.access === 'anyone' ? [] : [{ bearer: [] }]);
  }
});

test('The server URL of the OpenAPI document is relative to the document, behind any host and stage', () => {
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

test.each(examples)('The example of %s in the OpenAPI document matches its schema', (_, pointer, example) => {
  const validate = schemas.at(...pointer, 'schema');
  validate(example);
  expect(explain(validate.errors)).toBe('');
});

/** Every media type object that has one example, with its name and place. */
function* findExamples(part: unknown, pointer: string[]): Generator<[string, string[], unknown]> {
  if (typeof part !== 'object' || part === null) return;
  if ('schema' in part && 'example' in part) yield [pointer.slice(1).join(' '), pointer, part.example];
  for (const [name, value] of Object.entries(part)) yield* findExamples(value, [...pointer, name]);
}

function lowerCase<M extends string>(method: M): Lowercase<M> {
  return method.toLowerCase() as Lowercase<M>;
}
