import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../../lib/local/listen.ts';
import { makeRoute, NOW } from './gateway-harness.ts';

const OPTIONS = {
  routes: [makeRoute({})],
  functions: async () => () => ({ statusCode: 200, body: '{}' }),
  authorizer: async () => () => undefined,
  corsOrigin: '*',
  clock: () => NOW,
  newRequestId: () => 'request-1',
};

const hasIPv6 = await new Promise<boolean>((resolve) => {
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(0, '::1', () => server.close(() => resolve(true)));
});

async function listen(port = 0) {
  const listener = await listenOnLoopback(OPTIONS, port);
  onTestFinished(() => listener.close());
  return { ...listener, port: Number(new URL(listener.url).port) };
}

test('The local server answers on localhost', async () => {
  const { url } = await listen();
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect((await fetch(`${url}/things`)).status).toBe(200);
});

test.skipIf(!hasIPv6)('The local server also listens at the IPv6 loopback address', async () => {
  const { port } = await listen();
  expect((await fetch(`http://[::1]:${port}/things`)).status).toBe(200);
});

test('A stopped local server has closed its port', async () => {
  const { url, close } = await listen();
  await close();
  await expect(fetch(`${url}/things`)).rejects.toThrow();
});

test('For a port in use, the local server’s error is one line that asks for another port', async () => {
  const { port } = await listen();
  await expect(listenOnLoopback(OPTIONS, port)).rejects.toThrow(
    `Port ${port} is in use: set PORT to another one.`,
  );
});
