import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint, NOW } from '../../../support/call-endpoint.ts';

test('The code of an endpoint receives the If-Match header and the URL of the request', async () => {
  const { body } = await callEndpoint({
    route: {
      method: 'PATCH',
      path: '/api/v1/things',
      response: { description: 'What was handed over.', body: z.unknown() },
    },
    event: { headers: { 'If-Match': '"x"', Accept: 'text/html' } },
    endpoint: ({ ifMatch, baseUrl, url, now }) => ({ body: { ifMatch, baseUrl, url, now } }),
  });
  expect(body).toEqual({
    ifMatch: '"x"',
    baseUrl: 'https://guard.test',
    url: 'https://guard.test/api/v1/things',
    now: NOW.toISOString(),
  });
});
