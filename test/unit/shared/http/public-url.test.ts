import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { proxyEvent } from '../../../../lib/local/proxy-event.ts';
import { publicBaseUrl } from '../../../../shared/http/public-url.ts';
import { makeRoute, NOW } from '../../lib/local/gateway-harness.ts';

const ROUTE_PATH = '/api/v1/sites/{site_id}/alerts';

/** The event of a request, as API Gateway has it behind its TLS. */
function eventOf({ host, stage }: { host: string; stage: string | undefined }) {
  const request = {
    method: 'GET',
    path: '/api/v1/sites/01a05c32/alerts',
    query: '',
    rawHeaders: ['Host', host],
    body: null,
    sourceIp: '203.0.113.7',
    port: 443,
  };
  const match = { route: makeRoute({ path: ROUTE_PATH }), pathParameters: { site_id: '01a05c32' } };
  const event = proxyEvent(request, match, {
    requestId: 'request-1',
    receivedAt: NOW,
    stage,
    authorizer: undefined,
  });
  return { ...event, headers: { ...event.headers, 'X-Forwarded-Proto': 'https' } };
}

test('Links in responses start with the URL of the stage', () => {
  const event = eventOf({ host: 'a1b2c3.execute-api.eu-west-1.amazonaws.com', stage: 'prod' });
  expect(event.requestContext.path).toBe('/prod/api/v1/sites/01a05c32/alerts');
  expect(publicBaseUrl(event, ROUTE_PATH)).toBe('https://a1b2c3.execute-api.eu-west-1.amazonaws.com/prod');
});

test('Links in responses start with a custom domain, which has no stage in its path', () => {
  const event = eventOf({ host: 'guard.example.com', stage: undefined });
  expect(publicBaseUrl(event, ROUTE_PATH)).toBe('https://guard.example.com');
});

test('Links in responses have the scheme http if X-Forwarded-Proto says so, and https otherwise', () => {
  const event = eventOf({ host: 'localhost', stage: undefined });
  const withScheme = (headers: Record<string, string>) => publicBaseUrl({ ...event, headers }, ROUTE_PATH);
  expect(withScheme({ 'X-Forwarded-Proto': 'http' })).toBe('http://localhost');
  expect(withScheme({ 'X-Forwarded-Proto': 'ftp' })).toBe('https://localhost');
  expect(withScheme({ 'X-Other': 'http' })).toBe('https://localhost');
  expect(withScheme({})).toBe('https://localhost');
});

test('Links in responses start with https://localhost if the event has no domain name', () => {
  const { domainName: _, ...requestContext } = eventOf({ host: 'x', stage: undefined }).requestContext;
  const event = { headers: {}, requestContext } as unknown as APIGatewayProxyEvent;
  expect(publicBaseUrl(event, ROUTE_PATH)).toBe('https://localhost');
});

test('Links in responses contain the base path of a custom domain', () => {
  const event = eventOf({ host: 'api.example.com', stage: undefined });
  const path = `/guard/eu${event.requestContext.path}`;
  const mapped = { ...event, requestContext: { ...event.requestContext, path } };
  expect(publicBaseUrl(mapped, ROUTE_PATH)).toBe('https://api.example.com/guard/eu');
});
