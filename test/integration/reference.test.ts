import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { DEMO_LOGIN } from '../../functions/docs.ts';
import { routes } from '../../functions/routes.ts';
import { DEMO_ACCOUNTS } from '../../lib/local/demo-data.ts';
import { printOpenApi } from '../../lib/openapi/print-openapi.ts';
import { passwordField } from '../../shared/accounts/user-contract.ts';
import { SECURITY_HEADERS } from '../../shared/http/respond.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

/** Half of the maximum response of a Lambda function (6 MB). */
const LARGEST_BODY_BYTES = 3_000_000;

const openApi = z.looseObject({
  servers: z.array(z.object({ url: z.string() }).loose()),
  paths: z.record(z.string(), z.unknown()),
});

let guard: TestGuard;

beforeAll(async () => {
  guard = await startGuard({ stage: 'prod' });
});

afterAll(() => guard.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${guard.url}/prod${path}`, { headers });

/** Every URL of the page's HTML and its script, as a browser resolves it. */
async function assetUrls(): Promise<URL[]> {
  const html = await (await get('/docs/api')).text();
  const references = [...html.matchAll(/(?:src|href)(?:="|: ')(?!data:)([^"']+)["']/g)].map(
    ([, url = '']) => url,
  );
  return [...new Set(references)].map((url) => new URL(url, `${guard.url}/prod/docs/api`));
}

async function assetUrl(ending: string): Promise<string> {
  const url = (await assetUrls()).find(({ pathname }) => pathname.endsWith(ending));
  return url?.pathname.replace(/^\/prod/, '') ?? `no asset that ends in ${ending}`;
}

describe('paths that people guess', () => {
  test.each([
    ['', '/console'],
    ['/', '/console'],
    ['/docs', '/docs/api'],
    ['/docs/', '/docs/api'],
    ['/docs/api/', '/docs/api'],
  ])('The path %j that people guess redirects to %s', async (path, to) => {
    const redirect = await fetch(`${guard.url}/prod${path}`, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')).toBe(`/prod${to}`);
    expect(redirect.headers.get('cache-control')).toBe('no-store');
    const page = await get(path);
    expect(page.url).toBe(`${guard.url}/prod${to}`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('HEAD of a path that people guess redirects as GET does', async () => {
    const { status, headers } = await fetch(`${guard.url}/prod/docs`, { method: 'HEAD', redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/prod/docs/api']);
  });

  test.each(['POST', 'PUT'])(
    'A %s request to a path that people guess gets 404 instead of a redirect',
    async (method) => {
      const { status } = await fetch(`${guard.url}/prod/docs`, { method, redirect: 'manual' });
      expect(status).toBe(404);
    },
  );
});

describe('the page of the reference', () => {
  test('The API reference’s page is HTML that anyone can read and caches may keep for 5 minutes', async () => {
    const response = await get('/docs/api');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  test('The API reference’s page runs its own scripts only and calls no other service', async () => {
    const { headers } = await get('/docs/api');
    const policy = headers.get('content-security-policy') ?? '';
    const directives = policy.split('; ').map((directive) => directive.split(' '));
    for (const [, ...sources] of directives) {
      for (const source of sources) expect(source).toMatch(/^('self'|'none'|'sha256-[\w+/]{43}='|data:)$/);
    }
    expect(directives.map(([name]) => name)).toEqual(
      expect.arrayContaining(['default-src', 'script-src', 'style-src', 'connect-src', 'frame-ancestors']),
    );
    expect(directives.find(([name]) => name === 'img-src')).toEqual(['img-src', 'data:']);
  });

  test('The API reference’s page keeps its token in the storage of the tab only', async () => {
    const html = await (await get('/docs/api')).text();
    expect(html).toContain('sessionStorage');
    expect(html).not.toMatch(/localStorage|document\.cookie|persistAuthorization/);
  });

  test('The API reference’s page suggests no password that a deployed account could have', () => {
    expect(passwordField.safeParse(DEMO_LOGIN.password).success).toBe(false);
    expect(DEMO_ACCOUNTS).toContainEqual(
      expect.objectContaining({ email: DEMO_LOGIN.email, status: 'active' }),
    );
  });

  test('The API reference’s page has the security headers and the request id that every response has', async () => {
    const { headers } = await get('/docs/api');
    const { 'Cache-Control': _, ...kept } = SECURITY_HEADERS;
    for (const [name, value] of Object.entries(kept)) expect(headers.get(name)).toBe(value);
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  test('Every file that the API reference’s page loads exists at its own stage', async () => {
    const urls = await assetUrls();
    expect(urls).toHaveLength(3);
    for (const url of urls) {
      expect(url.href).toMatch(`${guard.url}/prod/docs/`);
      expect((await fetch(url)).status).toBe(200);
    }
  });
});

describe('the assets of the reference', () => {
  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
  ])(
    'The asset %s of the API reference has its type, is cached forever and fits into a function’s response',
    async (ending, type) => {
      const response = await get(await assetUrl(ending));
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(JSON.stringify(await response.text()).length).toBeLessThan(LARGEST_BODY_BYTES);
    },
  );

  test('An asset of the API reference is compressed for clients that accept it', async () => {
    const path = await assetUrl('.js');
    const response = await get(path, { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(500_000);
    const plain = await get(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await response.text());
  });

  test.each(['nothing.js', 'package.json', '..%2Fpackage.json', '%2e%2e%2fpackage.json'])(
    'The path %s is not an asset of the API reference',
    async (name) => {
      const response = await get(`/docs/assets/${name}`);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    },
  );
});

describe('the OpenAPI document and validators', () => {
  test('The served OpenAPI document describes the routes and names its own stage as server', async () => {
    const response = await get('/docs/api.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = openApi.parse(await response.json());
    expect(document).toEqual(JSON.parse(printOpenApi(routes)));
    expect(new URL(document.servers[0]?.url ?? '', response.url).href).toBe(`${guard.url}/prod/`);
  });

  test('The OpenAPI document lists /docs/api and /docs/api.json, but no assets of the API reference', async () => {
    const { paths } = openApi.parse(await (await get('/docs/api.json')).json());
    const docs = Object.keys(paths).filter((path) => path.startsWith('/docs/'));
    expect(docs).toEqual(['/docs/api', '/docs/api.json']);
  });

  test.each(['/docs/api', '/docs/api.json'])(
    'A client that has cached %s gets 304 without a body',
    async (path) => {
      const etag = (await get(path)).headers.get('etag') ?? 'no ETag';
      for (const validator of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await get(path, { 'If-None-Match': validator });
        expect(response.status).toBe(304);
        expect(response.headers.get('etag')).toBe(etag);
        expect(response.headers.get('cache-control')).toBe('public, max-age=300');
        expect(await response.text()).toBe('');
      }
      expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    },
  );

  test('A client that polls a list with If-None-Match gets 304 until an entity of the list changes', async () => {
    const token = await guard.signIn('master@acme.test');
    const { id } = (await guard.call('POST /api/v1/sites', { token, json: { name: 'Polled' } })).body;
    const path = '/api/v1/sites?limit=2';
    const etag = (await guard.call(`GET ${path}`, { token })).headers.get('etag') ?? 'no ETag';
    const poll = () => guard.call(`GET ${path}`, { token, headers: { 'If-None-Match': etag } });
    const kept = await poll();
    expect([kept.status, kept.text]).toEqual([304, '']);
    await guard.call(`PATCH /api/v1/sites/${id}`, { token, json: { name: 'Changed' } });
    expect((await poll()).status).toBe(200);
  });

  test('A client that reads a site again with If-None-Match gets 304 until the site changes', async () => {
    const token = await guard.signIn('master@acme.test');
    const headers = { Authorization: `Bearer ${token}` };
    const { body } = await guard.call('GET /api/v1/sites?limit=1', { token });
    const path = `/api/v1/sites/${body.data[0].id}`;
    const etag = (await get(path, headers)).headers.get('etag') ?? 'no ETag';
    const kept = await get(path, { ...headers, 'If-None-Match': etag });
    expect([kept.status, await kept.text()]).toEqual([304, '']);
    await guard.call(`PATCH ${path}`, { token, json: { name: 'Renamed' } });
    expect((await get(path, { ...headers, 'If-None-Match': etag })).status).toBe(200);
  });
});
