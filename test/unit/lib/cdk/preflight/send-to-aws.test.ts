import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { connectToAws } from '../../../../../lib/cdk/preflight/send-to-aws.ts';
import { serveLoopback } from '../../../../support/serve-loopback.ts';

test('The preflight signs each request for its service and region, and returns the response even if AWS refuses the request', async () => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-secret');
  vi.stubEnv('AWS_SESSION_TOKEN', undefined);
  const received: string[] = [];
  const { url } = await serveLoopback(async (request, response) => {
    const scope = /Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? 'unsigned';
    received.push(
      [request.method, request.url, scope.replace(/\/\d{8}\//, '/'), await text(request)].join(' '),
    );
    response.writeHead(request.method === 'GET' ? 403 : 200).end('{}');
  });
  const { region, send } = await connectToAws(url);
  const place = { region: 'us-east-1', host: 'ignored.example.com', headers: {} };
  expect(region).toBe('eu-west-1');
  expect([
    await send({ ...place, service: 'lambda', method: 'GET', path: '/2016-08-19/account-settings' }),
    await send({ ...place, service: 'sts', method: 'POST', path: '/', body: 'Action=GetCallerIdentity' }),
  ]).toEqual([
    { status: 403, text: '{}' },
    { status: 200, text: '{}' },
  ]);
  expect(received).toEqual([
    'GET /2016-08-19/account-settings AKIDEXAMPLE/us-east-1/lambda/aws4_request ',
    'POST / AKIDEXAMPLE/us-east-1/sts/aws4_request Action=GetCallerIdentity',
  ]);
  vi.unstubAllEnvs();
});
