import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint, NOW } from '../../../support/call-endpoint.ts';

test('an endpoint is handed where the request came from, what it must match, and the URL that was called', async () => {
  const { body } = await callEndpoint({
    route: {
      method: 'PATCH',
      path: '/api/v1/things',
      response: { description: 'What was handed over.', body: z.unknown() },
    },
    event: { headers: { 'If-Match': '"x"', Accept: 'text/html' } },
    endpoint: ({ address, ifMatch, baseUrl, url, now }) => ({
      body: { address, ifMatch, baseUrl, url, now },
    }),
  });
  expect(body).toEqual({
    address: '203.0.113.7',
    ifMatch: '"x"',
    baseUrl: 'https://guard.test',
    url: 'https://guard.test/api/v1/things',
    now: NOW.toISOString(),
  });
});
