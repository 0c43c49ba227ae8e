import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isFromAllowedPage } from '../../../../lib/local/request.ts';

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
])('The local server at %s answers a page of %s', (host, origin) => {
  expect(isFromAllowedPage(request(host, origin), 'https://app.test')).toBe(true);
});

test.each([
  ['localhost:3000', 'http://localhost:4000'],
  ['localhost:3000', 'https://localhost:3000'],
  ['localhost:3000', 'http://127.0.0.1:3000.evil.example'],
  ['localhost:3000', 'http://app.test'],
  ['localhost:3000', 'null'],
  ['evil.example:3000', 'http://evil.example:3000'],
  ['evil.example:3000', undefined],
])('The local server at %s refuses a page of %s', (host, origin) => {
  expect(isFromAllowedPage(request(host, origin), 'https://app.test')).toBe(false);
});
