import type { RequestListener } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { signedRequests } from '../../../../shared/lambda/signed-request.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  return () => vi.unstubAllEnvs();
});

async function serve(
  answer: RequestListener,
  options: { connections?: number; timeout?: number; base?: string } = {},
) {
  const { url } = await serveLoopback(answer);
  return signedRequests({
    endpoint: `${url}${options.base ?? ''}`,
    service: 'execute-api',
    region: 'local',
    connections: options.connections ?? 10,
    timeoutMilliseconds: options.timeout ?? 1_000,
  });
}

test('A signed request that AWS does not answer fails', async () => {
  const send = await serve(() => {}, { timeout: 20 });
  await expect(send('POST', '/x', 'text')).rejects.toThrow(/20 ms/);
});

test('Twenty concurrent signed requests share two connections, because each is used again after its answer', async () => {
  const ports = new Set<number | undefined>();
  const send = await serve(
    (request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200).end('x'.repeat(100_000));
    },
    { connections: 2 },
  );
  const statuses = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/x', 'text')));
  expect(statuses).toEqual(Array(20).fill(200));
  expect(ports.size).toBe(2);
});

test('A signed request without credentials is not sent', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', '');
  let requests = 0;
  const send = await serve((_, response) => {
    requests += 1;
    response.end();
  });
  await expect(send('GET', '/x')).rejects.toThrow();
  expect(requests).toBe(0);
});

test.each([
  ['', '/x'],
  ['/', '/x'],
  ['/a/b', '/a/b/x'],
  ['/a/b/', '/a/b/x'],
])('The path of a signed request is appended to the path of the endpoint: %j', async (base, expected) => {
  const paths: (string | undefined)[] = [];
  const send = await serve(
    ({ url }, response) => {
      paths.push(url);
      response.end();
    },
    { base },
  );
  await send('GET', '/x');
  expect(paths).toEqual([expected]);
});

test('A signed request with a body has a content type, and one without a body has none', async () => {
  const types: unknown[] = [];
  const send = await serve(({ headers }, response) => {
    types.push(headers['content-type']);
    response.end();
  });
  await send('POST', '/x', 'text');
  await send('DELETE', '/x');
  expect(types).toEqual(['application/octet-stream', undefined]);
});
