import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };
import * as z from 'zod/mini';
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

/**
 * Opens Swagger UI with the OpenAPI document, in the colour scheme of the system. Trying out login or refresh authorizes the
 * page with the new token; trying out logout, or a 401 response, removes the token. The token is stored in the browser tab,
 * so that it survives a reload. On localhost, the login suggests an account of the demo data.
 */
const REFERENCE_SCRIPT_TEXT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const tokenKey = 'guard-token ' + location.pathname;
function withStorage(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null; // the browser stores nothing for this page
  }
}
const keepToken = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          if (given.bearer) withStorage((storage) => storage.setItem(tokenKey, given.bearer.value));
          return authorize(given);
        },
        logout: (logout) => (names) => {
          withStorage((storage) => storage.removeItem(tokenKey));
          return logout(names);
        },
      },
    },
  },
});

const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
function proposeDemoAccount(text) {
  const api = JSON.parse(text);
  const login = api.paths['/api/v1/auth/login'].post;
  login.requestBody.content['application/json'].example = ${JSON.stringify(DEMO_LOGIN)};
  login.description += '\\n\\nOn this machine, the demo account below can sign in; \`npm start\` names the others.';
  return JSON.stringify(api);
}

function signIn(token) {
  const schema = ui.specSelectors.specJson().getIn(['components', 'securitySchemes', 'bearer']).toJS();
  ui.authActions.authorize({ bearer: { name: 'bearer', schema, value: token } });
}
function signOut() {
  if (ui.authSelectors.authorized()?.has('bearer')) ui.authActions.logout(['bearer']);
}

const ui = SwaggerUIBundle({
  url: 'api.json',
  dom_id: '#reference',
  validatorUrl: 'none',
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  plugins: [keepToken],
  onComplete() {
    const token = withStorage((storage) => storage.getItem(tokenKey));
    if (token) signIn(token);
  },
  responseInterceptor(response) {
    if (isLocal && response.ok && response.url.endsWith('/docs/api.json')) response.text = proposeDemoAccount(response.text);
    const action = /\\/api\\/v1\\/auth\\/(login|refresh|logout)$/.exec(response.url)?.[1];
    const isRefused = response.status === 401 && action !== 'login';
    if (isRefused || (response.ok && action === 'logout')) signOut();
    else if (response.ok && action) signIn(JSON.parse(response.text).token);
    return response;
  },
});
`;

/**
 * Adds what Swagger UI does not style: the background of the page, one text of the dark scheme, and small screens. Hides the
 * links, because no operation has any, and the copy button, because there is no room for it.
 */
const STYLES = `
:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; }
body { margin: 0; background: #fff; }
.dark-mode body { background: #1c2022; }
.dark-mode .swagger-ui td.header-col { color: inherit; }
.swagger-ui .response-col_links, .swagger-ui .opblock-summary .copy-to-clipboard { display: none; }
@media (max-width: 640px) {
  .swagger-ui .info { margin: 24px 0; }
  .swagger-ui .opblock-body .table-container, .swagger-ui .responses-inner { padding: 10px; overflow-x: auto; }
  .swagger-ui .opblock-tag small { display: none; }
  .swagger-ui .opblock .opblock-summary-path { font-size: 13px; max-width: none; }
  .swagger-ui .parameters-col_name { min-width: 8em; }
  .swagger-ui .parameters-col_description input, .swagger-ui select { max-width: 100%; }
}
`;

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='%2315803d' d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z'/></svg>";

/** The HTML page of the API reference. It is the same for every stage, because all URLs are relative to `/docs/api`. */
const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Guard API reference</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="assets/${REFERENCE_STYLES.name}">
<style>${STYLES}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The document that it shows is <a href="api.json">api.json</a>.</noscript>
<script src="assets/${REFERENCE_SCRIPT.name}"></script>
<script>${REFERENCE_SCRIPT_TEXT}</script>
</body>
</html>
`;

/** The page may run, load and call nothing outside its own origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashSource(REFERENCE_SCRIPT_TEXT)}`,
  `style-src 'self' ${hashSource(STYLES)}`,
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
