import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import {
  createDocument,
  createSchema,
  type ZodOpenApiOverride,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import packageJson from '../../package.json' with { type: 'json' };
import type { Route } from '../../shared/http/route.ts';
import { errorExamples } from './error-responses.ts';
import { BEARER_SCHEME, operationOf } from './operation.ts';
import { simplify } from './simplify.ts';
import { tagsOf } from './tags.ts';

/** The committed document. A test keeps it current. */
export const OPENAPI_FILE = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** The document for people and generators of clients, without what these cannot read. */
export function printOpenApi(routes: readonly Route[]): string {
  return `${JSON.stringify(simplify(buildOpenApiDocument(routes)), undefined, 2)}\n`;
}

/**
 * Changes to the JSON Schema of zod. They keep its meaning, in a form that generators of clients support.
 * test/unit/lib/openapi/print-openapi.schema-overrides.test.ts shows the problem that each one prevents.
 */
const overrideSchema: ZodOpenApiOverride = (context) => {
  const { type } = context.zodSchema._zod.def;
  if (type === 'object') leaveResponsesOpen(context);
  if (type === 'object' || type === 'record') delete context.jsonSchema.examples; // each body has its own
  if (type === 'record') leaveOutAnyName(context);
  if (type === 'nullable') putNullBesideType(context);
  if (type === 'null') describeAlwaysNull(context);
  if (type === 'enum') nameConstants(context);
};

/** Responses allow additional properties, because a later version may add fields. */
function leaveResponsesOpen({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  const { def } = zodSchema._zod;
  const saysMore = 'catchall' in def && def.catchall !== undefined;
  if (io === 'output' && !saysMore) delete jsonSchema.additionalProperties;
}

/** A schema for names that allows any text is redundant. */
function leaveOutAnyName({ jsonSchema }: ZodOpenApiOverrideContext): void {
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames === 'object' && 'pattern' in propertyNames) return;
  delete jsonSchema.propertyNames;
}

/** Replaces a union with null by `type: [string, null]`, also if the text is a named schema. */
function putNullBesideType({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  if (!(zodSchema instanceof z.ZodMiniNullable)) return;
  const { schema, components } = createSchema(zodSchema.def.innerType, {
    io,
    opts: { override: overrideSchema },
  });
  const name = typeof schema === 'object' && schema.$ref?.replace(/^.*\//, '');
  const text = name ? components[name] : schema;
  if (typeof text !== 'object' || !('type' in text) || typeof text.type !== 'string' || text.enum) return;
  const { anyOf: _, ...own } = jsonSchema;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...text, ...own, type: [text.type, 'null'] });
}

/** Most languages have no type for null alone, so it gets the type of the texts next to it. */
function describeAlwaysNull({ jsonSchema }: ZodOpenApiOverrideContext): void {
  Object.assign(jsonSchema, { type: ['string', 'null'], const: null });
}

/** Enumerations share words, and Go has one scope for the constants of all enumerations. */
function nameConstants({ jsonSchema }: ZodOpenApiOverrideContext): void {
  const thing = /^(\w+(?=Status$|Event$|Role$|Kind$|Action$)|\w*OpeningState(?=$)|\w+Maker(?=$))/.exec(
    String(jsonSchema.id),
  )?.[1];
  if (!thing || !jsonSchema.enum) return;
  const names = jsonSchema.enum.map((value) => `${thing}_${value}`.replace(/\W/g, '_').toUpperCase());
  Object.assign(jsonSchema, { 'x-enum-varnames': names });
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

const DESCRIPTION = `Guard manages sites, zones, devices, users and alerts of many tenants.

**Authentication.** \`POST /api/v1/auth/login\` returns a token that is valid for 24 hours; send it as
\`Authorization: Bearer <token>\`. Its permissions are those of the user's role. Devices and other systems send a key
instead, which is created once with \`POST /api/v1/keys\`; operations that take no keys answer it 403.

**Scope.** An object outside the caller's scope is 404, as if it did not exist. An action on an object within the scope
that the caller may not do is 403.

**Lists** are newest first and paged by cursor: follow \`links.next\`, or pass \`meta.next_cursor\` as \`cursor\`, until it
is null. Creations and deletions between two pages neither repeat nor skip an item.

**Limits.** Counted responses carry \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`. After a 429, wait for the seconds
in \`Retry-After\`.

**Changes.** Objects carry an \`ETag\`; with \`If-Match\` a change requires that the object has not changed since.

**Tracing a request.** \`X-Request-Id\` identifies the request in every response of an operation; errors contain it as
\`request_id\`. The service logs and returns an \`X-Correlation-Id\` of up to 128 letters, digits and \`._:/+=-\`.

**Growth.** Later versions may add fields to responses: ignore what you do not know. Requests may contain known fields and
parameters only. An unknown path or method is 404 with the code \`not_found\`.`;

/**
 * Builds the OpenAPI document of the routes, as strict as the service. It contains only facts from their declarations, so the result is
 * reproducible.
 */
export function buildOpenApiDocument(routes: readonly Route[]): OpenApiDocument {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Guard',
        summary: packageJson.description,
        description: DESCRIPTION,
        version: packageJson.version,
        license: { name: 'Apache License 2.0', identifier: packageJson.license },
        contact: { name: 'The administrator of this installation' },
      },
      // The URL is relative to that of this document, /docs/api.json, so it is right behind any host and stage.
      servers: [{ url: '..', description: 'The installation that serves this document.' }],
      tags: tagsOf(documentedRoutes(routes).map(({ resource }) => resource)),
      security: [{ [BEARER_SCHEME]: [] }],
      paths: pathsOf(routes),
      components: {
        examples: errorExamples(documentedRoutes(routes)),
        securitySchemes: {
          [BEARER_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: '<token_id>|guard_<secret>',
            description:
              'A token of `POST /api/v1/auth/login`. Operations that take keys also accept a key of `POST /api/v1/keys`.',
          },
        },
      },
    },
    { override: overrideSchema },
  );
}

/** The routes in the document: all routes of the API. */
export function documentedRoutes(routes: readonly Route[]): readonly Route[] {
  return routes.filter(({ isDocumented }) => isDocumented !== false);
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of documentedRoutes(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}
