import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  ANY_LOCAL_PAGE,
  isFromAllowedPage,
  parseTarget,
  pathOf,
  refusalOf,
} from '../../../../lib/local/request.ts';

describe('target', () => {
  test('The path of a request to the local server keeps its percent-encoding', () => {
    expect(parseTarget('/a%2Fb?q=%20', undefined)).toEqual({ path: '/a%2Fb', query: 'q=%20' });
  });

  test('The local server accepts a whole URL as the target in the request line', () => {
    expect(parseTarget('http://other.test:1/a?b', undefined)).toEqual({ path: '/a', query: 'b' });
  });

  test('The local server removes the stage from the path of a request', () => {
    expect(parseTarget('/dev/a?b', 'dev')).toEqual({ path: '/a', query: 'b' });
    expect(parseTarget('/dev', 'dev')).toEqual({ path: '/', query: '' });
  });

  test.each(['/prod/a', '/a', '/developer/a', '/'])(
    'The local server rejects a request target outside the stage: %s',
    (target) => {
      expect(parseTarget(target, 'dev')).toBeUndefined();
    },
  );

  test.each(['*', '', '/%', '/%z0', '/%a', 'http://other.test'])(
    'The local server rejects an invalid request target: %j',
    (target) => {
      expect(parseTarget(target, undefined)).toBeUndefined();
    },
  );

  test('The local server logs a request target without its query', () => {
    expect(pathOf('/a/b?secret=1')).toBe('/a/b');
  });
});

describe('allowedPages', () => {
  const request = (host: string, origin: string | undefined, localPort = 3000) =>
    ({ headers: { host, origin }, socket: { localPort } }) as IncomingMessage;

  test.each([
    ['localhost:3000', undefined],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost:3000', 'http://127.0.0.1:3000'],
    ['127.0.0.1:3000', 'http://localhost:3000'],
    ['localhost:3000', 'http://[::1]:3000'],
    ['localhost:3000', 'https://app.test'],
    ['app.test', 'https://app.test'],
  ])('The local server at %s answers a request from a web page of %s', (host, origin) => {
    expect(isFromAllowedPage(request(host, origin), 'https://app.test')).toBe(true);
  });

  test.each([
    ['localhost:3000', undefined],
    ['localhost:3000', 'http://localhost:5173'],
    ['127.0.0.1:3000', 'https://127.0.0.1'],
    ['[::1]:3000', 'http://[::1]:8080'],
    ['localhost:3000', 'capacitor://localhost'],
    ['localhost:5173', 'http://localhost:5173'], // forwarded by a development server
  ])('A local server that allows the pages of this machine, at %s, answers a page of %s', (host, origin) => {
    expect(isFromAllowedPage(request(host, origin), ANY_LOCAL_PAGE)).toBe(true);
  });

  test.each([
    ['localhost:3000', 'null'],
    ['localhost:3000', 'https://evil.example'],
    ['localhost:3000', 'http://localhost.evil.example:3000'],
    ['localhost:3000', 'http://evil.example/localhost'],
    ['localhost:3000', 'http://localhost@evil.example'],
    ['evil.example:3000', undefined],
    ['evil.example:3000', 'http://localhost:3000'],
  ])('A local server that allows the pages of this machine, at %s, refuses a page of %s', (host, origin) => {
    expect(isFromAllowedPage(request(host, origin), ANY_LOCAL_PAGE)).toBe(false);
  });

  test('The reason of a refusal names the page, or the host name that led to this machine', () => {
    expect(refusalOf(request('localhost:3000', 'https://evil.example'))).toBe(
      'refused a page of "https://evil.example": GUARD_CORS_ORIGIN allows one origin, or localhost',
    );
    expect(refusalOf(request(`${'evil.'.repeat(99)}example`, undefined))).toMatch(
      /^refused the host name "[evil.]{200}": call this server as localhost$/,
    );
  });

  test.each([
    ['localhost:3000', 'http://localhost:4000'],
    ['localhost:3000', 'https://localhost:3000'],
    ['localhost:3000', 'http://127.0.0.1:3000.evil.example'],
    ['localhost:3000', 'http://app.test'],
    ['localhost:3000', 'null'],
    ['evil.example:3000', 'http://evil.example:3000'],
    ['evil.example:3000', undefined],
  ])('The local server at %s refuses a request from a web page of %s', (host, origin) => {
    expect(isFromAllowedPage(request(host, origin), 'https://app.test')).toBe(false);
  });
});
