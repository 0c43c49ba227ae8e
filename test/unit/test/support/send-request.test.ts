import { expect, test } from 'vitest';
import { sendRequest } from '../../../support/send-request.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

test('A test that reads a missing field of an error response gets an error with the request and the response', async () => {
  const { url } = await serveLoopback((_, response) => response.writeHead(403).end('{"code":"forbidden"}'));
  const { body } = await sendRequest(url, 'GET /sites', {});
  expect(() => body.data[0].id).toThrow('GET /sites: 403 {"code":"forbidden"} has no data');
  expect(body).toEqual({ code: 'forbidden' });
  expect(body.errors).toBeUndefined();
});
