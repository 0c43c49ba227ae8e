import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import packageJson from '../../package.json' with { type: 'json' };
import type { Route } from '../../shared/http/route.ts';
import { errorExamples } from './error-responses.ts';
import { BEARER_SCHEME, operationOf } from './operation.ts';
import { overrideSchema } from './schema-overrides.ts';
import { tagsOf } from './tags.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const DESCRIPTION = `Guard manages sites, zones, devices, users and alerts of many tenants.

**Authentication.** \`POST /api/v1/auth/login\` gives a token that is valid for 24 hours; send it as
\`Authorization: Bearer <token>\`. A token can do what the profile of its user may. Devices and other systems send a key
instead, which is created once with \`POST /api/v1/keys\`; operations that take no keys answer it 403.

**What is out of scope does not exist.** 404 says no more than that; what is in scope but not allowed is 403.

**Lists** are newest first and go by cursor: follow \`links.next\`, or pass \`meta.next_cursor\` as \`cursor\`, until it
is null. Nothing is seen twice or skipped when things come and go meanwhile.

**Limits.** Counted responses carry \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`; a 429 says in \`Retry-After\` how
many seconds to wait.

**Changes.** Objects carry an \`ETag\`; with \`If-Match\` a change is made only to the object as it was read.

**Tracing a request.** Every response of an operation names the request in \`X-Request-Id\`; every error has it in
\`request_id\`. An \`X-Correlation-Id\` that is sent (up to 128 letters, digits and \`._:/+=-\`) is logged and returned.

**Growth.** New fields may be added to responses: ignore what you do not know. Requests may hold known fields and
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
      // Relative to the URL of this document, /docs/api.json, so it is right behind any host and stage.
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
