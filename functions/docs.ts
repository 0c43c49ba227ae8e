import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };
import * as z from 'zod/mini';
import { referenceScript } from '../lib/reference/reference-script.ts';
import { REFERENCE_STYLE } from '../lib/reference/reference-style.ts';
import { ApiError } from '../shared/base/errors.ts';
import { withMeta } from '../shared/base/schema.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { withoutSlash } from '../shared/http/redirect.ts';
import { defineRoute } from '../shared/http/route.ts';
import type { RuntimeSource } from '../shared/lambda/runtime.ts';

/**
 * The account that the API reference suggests on localhost. It is in the demo data. No deployed stage can have it, because
 * its password is too short.
 */
export const DEMO_LOGIN = { email: 'master@acme.test', password: 'guard-demo' } as const;

/** A file of Swagger UI that the page loads. */
interface ReferenceAsset {
  /** The name contains the version of the package, so that the file never changes under this name. */
  readonly name: string;
  /** The path of the file in `node_modules`, where the function finds it. */
  readonly file: string;
  readonly contentType: string;
}

const REFERENCE_SCRIPT: ReferenceAsset = {
  name: `swagger-ui-${swaggerUi.version}.js`,
  file: 'swagger-ui-dist/swagger-ui-bundle.js',
  contentType: 'text/javascript; charset=utf-8',
};

const REFERENCE_STYLES: ReferenceAsset = {
  name: `swagger-ui-${swaggerUi.version}.css`,
  file: 'swagger-ui-dist/swagger-ui.css',
  contentType: 'text/css; charset=utf-8',
};

export const REFERENCE_ASSETS: readonly ReferenceAsset[] = [REFERENCE_SCRIPT, REFERENCE_STYLES];

const texts = new Map<string, Promise<string>>();

/** The text of an asset, read once per process. */
function readReferenceAsset({ file }: ReferenceAsset): Promise<string> {
  const text = texts.get(file) ?? readFile(createRequire(import.meta.url).resolve(file), 'utf8');
  texts.set(file, text);
  return text;
}

const SCRIPT = referenceScript({
  script: REFERENCE_SCRIPT.name,
  styles: REFERENCE_STYLES.name,
  demoLogin: DEMO_LOGIN,
});

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='%2315803d' d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z'/></svg>";

/** The HTML page of the API reference. It is the same for every stage, because all URLs are relative to `/docs/api`. */
const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The operations of this installation of Guard. Each can be tried out.">
<title>Guard API reference</title>
<link rel="icon" href="${ICON}">
<link rel="preload" href="api.json" as="fetch" crossorigin>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<header>
<h1>Guard API <small id="version"></small></h1>
<p><a href="api.json">api.json</a> is the document of OpenAPI behind this page.</p>
</header>
<main>
<details>
<summary>About the API</summary>
<div id="about"></div>
</details>
<form id="token-form">
<label for="token">Token or API key</label>
<input id="token" type="password" autocomplete="off" required>
<button type="submit">Sign in with it</button>
<span id="signed-in" role="status"></span>
<button type="button" id="sign-out" hidden>Sign out</button>
</form>
<form role="search">
<label for="filter">Find operations</label>
<input id="filter" type="search" autocomplete="off">
<span id="count" role="status"></span>
</form>
<div id="operations"><p>Loading …</p></div>
</main>
<noscript>This page needs JavaScript. The document that it shows is <a href="api.json">api.json</a>.</noscript>
<script>${SCRIPT}</script>
</body>
</html>
`;

/** The page may run, load and call nothing outside its own origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashSource(SCRIPT)}`,
  `style-src 'self' ${hashSource(REFERENCE_STYLE)}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const REFERENCE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
};

/** Allows a script or style by its hash (Content Security Policy Level 3, "hash-source"). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export const getReferenceRoute = defineRoute('docs/get-reference', {
  method: 'GET',
  path: '/docs/api',
  answersHead: true,
  summary: 'The interactive reference',
  access: 'anyone',
  response: {
    description: 'A page that shows the OpenAPI document and calls its operations.',
    contentType: 'text/html; charset=utf-8',
    body: z.string(),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
});

const createPage = createEndpoint(getReferenceRoute, () => ({
  body: REFERENCE_PAGE,
  headers: REFERENCE_HEADERS,
}));

export const getReferenceHandler = (source: RuntimeSource) => withoutSlash(createPage(source));

export const getOpenapiDocumentRoute = defineRoute('docs/get-openapi-document', {
  method: 'GET',
  path: '/docs/api.json',
  answersHead: true,
  summary: 'The OpenAPI document',
  access: 'anyone',
  response: {
    description: 'The API of this service, as OpenAPI 3.1.',
    body: withMeta(z.record(z.string(), z.unknown()), {
      id: 'OpenApiDocument',
      examples: [{ openapi: '3.1.1', info: { title: 'Guard', version: '0.1.0' }, paths: {} }],
    }),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
});

export const getOpenapiDocumentHandler = createEndpoint(getOpenapiDocumentRoute, async () => ({
  body: await openApiDocument(),
}));

/** Imports the document only when it is asked for, because the document is made of this declaration, too. */
async function openApiDocument() {
  const { default: document } = await import('../docs/openapi.json', { with: { type: 'json' } });
  return document;
}

export const getReferenceAssetRoute = defineRoute('docs/get-reference-asset', {
  method: 'GET',
  path: '/docs/assets/{asset}',
  answersHead: true,
  summary: 'Read a file of the reference',
  isDocumented: false,
  access: 'anyone',
  request: { path: { asset: z.enum(REFERENCE_ASSETS.map(({ name }) => name)) } },
  response: {
    description: 'The file.',
    contentType: REFERENCE_SCRIPT.contentType,
    body: z.string(),
    cacheControl: 'public, max-age=31536000, immutable',
  },
  errors: ['not_found'],
  files: REFERENCE_ASSETS.map(({ file }) => file),
});

export const getReferenceAssetHandler = createEndpoint(getReferenceAssetRoute, async ({ path }) => {
  const asset = REFERENCE_ASSETS.find(({ name }) => name === path.asset);
  if (!asset) throw new ApiError('not_found');
  return { body: await readReferenceAsset(asset), headers: { 'Content-Type': asset.contentType } };
});
