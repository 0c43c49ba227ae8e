import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../shared/http/respond.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;

beforeAll(async () => {
  guard = await startGuard({ stage: 'prod' });
});
afterAll(() => guard.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${guard.url}/prod${path}`, { headers, redirect: 'manual' });

async function assetUrls(): Promise<URL[]> {
  const html = await (await get('/console')).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, url = '']) => new URL(url, `${guard.url}/prod/console`),
  );
}

async function assetUrl(ending: string): Promise<URL> {
  const url = (await assetUrls()).find(({ pathname }) => pathname.endsWith(ending));
  if (!url) throw new Error(`The page loads no ${ending}.`);
  return url;
}

describe('the page of the console', () => {
  test('The console page is HTML that browsers revalidate each time and download only after a change', async () => {
    const response = await get('/console');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const etag = response.headers.get('etag') ?? 'no ETag';
    const kept = await get('/console', { 'If-None-Match': etag });
    expect([kept.status, await kept.text()]).toEqual([304, '']);
    expect(kept.headers.get('content-security-policy')).toBe(response.headers.get('content-security-policy'));
  });

  test('The console’s content security policy allows only its own files and this service', async () => {
    const { headers } = await get('/console');
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'worker-src': "'self'",
      'style-src': "'self'",
      'img-src': expect.stringMatching(/^'self' https?:\/\/[\w.:-]+$/),
      // The live connection, and where pictures are uploaded.
      'connect-src': expect.stringMatching(/^'self' wss?:\/\/[\w.:-]+ https?:\/\/[\w.:-]+$/),
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'worker',
    });
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const { 'Cache-Control': _, ...kept } = SECURITY_HEADERS;
    for (const [name, value] of Object.entries(kept)) expect(headers.get(name)).toBe(value);
  });

  test('The console page contains no inline script or style', async () => {
    const html = await (await get('/console')).text();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/);
  });

  test('Every file that the console page loads exists under the path of its stage', async () => {
    const urls = await assetUrls();
    expect(urls).toHaveLength(3);
    for (const url of urls) {
      expect(url.href).toMatch(`${guard.url}/prod/console/assets/`);
      expect((await fetch(url)).status).toBe(200);
    }
  });

  test('The console’s URL with a trailing slash redirects to the one without', async () => {
    const response = await get('/console/');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/prod/console']);
  });
});

describe('the files of the console', () => {
  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.svg', 'image/svg+xml'],
  ])('The console file %s has its type and is cached forever', async (ending, type) => {
    const { headers } = await fetch(await assetUrl(ending));
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('A console file is compressed for clients that accept it', async () => {
    const response = await fetch(await assetUrl('.js'), { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  test('The console’s service worker may control the console page, and browsers revalidate the worker’s file', async () => {
    const response = await get('/console/assets/worker.js');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const allowed = response.headers.get('service-worker-allowed') ?? '';
    expect(new URL(allowed, response.url).href).toBe(`${guard.url}/prod/console`);
    expect(await response.text()).toContain('notificationclick');
  });

  test('Browsers revalidate the worker that counts time for hidden pages of the console', async () => {
    const response = await get('/console/assets/timer.js');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await response.text()).toContain('postMessage');
  });

  test.each(['js', 'css', 'svg'])(
    'A request for a console file of another release gets the current file, which is not cached: .%s',
    async (kind) => {
      const response = await get(`/console/assets/console-01234567.${kind}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await response.text()).toBe(await (await fetch(await assetUrl(`.${kind}`))).text());
    },
  );

  test.each([
    'nothing.js',
    // A part of another release would not fit to the scripts that the page has loaded.
    'part-01234567.js',
    'console-01234567.html',
    'console-.js',
    '..%2Fconsole.js',
    'console-01234567.js.map',
  ])('The path %s among the console’s files gets 404, which is not cached', async (name) => {
    const response = await get(`/console/assets/${name}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

test('The OpenAPI document does not contain the console', async () => {
  const { text } = await guard.call('GET /docs/api.json');
  expect(text).not.toContain('"/console');
});
