import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import packageJson from '../../package.json' with { type: 'json' };
import type { Route } from '../../shared/http/route.ts';
import { errorExamples } from './error-responses.ts';
import { BEARER_SCHEME, operationOf } from './operation.ts';
import { overrideSchema } from './schema-overrides.ts';
import { tagsOf } from './tags.ts';

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
 * Builds the OpenAPI document of the routes. It contains only facts from their declarations, so the result is
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
      tags: tagsOf(documentedRoutes(routes).map(({ folder }) => folder)),
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
