import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sendRequest } from '../../../support/send-request.ts';

test('Reading a member that an error response lacks throws an error that shows the request and the response', async () => {
  const server = createServer((_, response) => response.writeHead(403).end('{"code":"forbidden"}')).listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    const { body } = await sendRequest(`http://localhost:${port}`, 'GET /sites', {});
    expect(() => body.data[0].id).toThrow('GET /sites: 403 {"code":"forbidden"} has no data');
    expect(body).toEqual({ code: 'forbidden' });
    expect(body.errors).toBeUndefined();
  } finally {
    server.close();
  }
});
