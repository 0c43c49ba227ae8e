import { expect, test } from 'vitest';
import {
  type GatewayContext,
  type GatewayRequest,
  proxyEvent,
  tokenAuthorizerEvent,
} from '../../../../lib/local/proxy-event.ts';
import { makeRoute, NOW } from './gateway-harness.ts';

function makeEvent(
  request: Partial<GatewayRequest>,
  context: Partial<GatewayContext> = {},
  parameters = null,
) {
  const match = { route: makeRoute({ path: '/things' }), pathParameters: parameters };
  return proxyEvent(
    {
      method: 'GET',
      path: '/things',
      query: '',
      rawHeaders: [],
      body: null,
      sourceIp: '127.0.0.1',
      port: 3000,
      ...request,
    },
    match,
    { requestId: 'request-1', receivedAt: NOW, stage: undefined, authorizer: undefined, ...context },
  );
}

test('The header names in a local proxy event keep upper and lower case as the client sent them', () => {
  const { headers } = makeEvent({ rawHeaders: ['X-CaSe', '1', 'x-lower', '2'] });
  expect(headers).toMatchObject({ 'X-CaSe': '1', 'x-lower': '2' });
});

test('In a local proxy event, headers contains the last value of a repeated header, and multiValueHeaders contains all', () => {
  const event = makeEvent({ rawHeaders: ['X-Tag', 'a', 'X-Tag', 'b'] });
  expect(event.headers['X-Tag']).toBe('b');
  expect(event.multiValueHeaders['X-Tag']).toEqual(['a', 'b']);
});

test('The headers of a local proxy event contain the client’s address and the server’s port and protocol as X-Forwarded headers', () => {
  expect(makeEvent({ sourceIp: '192.0.2.1', port: 8080 }).headers).toEqual({
    'X-Forwarded-For': '192.0.2.1',
    'X-Forwarded-Port': '8080',
    'X-Forwarded-Proto': 'http',
  });
});

test('In a local proxy event, X-Forwarded-For ends with the client’s real address, even if the client sent the header', () => {
  const { headers } = makeEvent({
    rawHeaders: ['x-forwarded-for', '203.0.113.9', 'x-forwarded-proto', 'https', 'X-FORWARDED-PORT', '1'],
  });
  expect(headers).toEqual({
    'X-Forwarded-For': '203.0.113.9, 127.0.0.1',
    'X-Forwarded-Port': '3000',
    'X-Forwarded-Proto': 'http',
  });
});

test('The headers of a local proxy event contain no connection headers such as Content-Length and TE', () => {
  const { headers } = makeEvent({ rawHeaders: ['Connection', 'close', 'Content-Length', '0', 'TE', 'x'] });
  expect(Object.keys(headers)).toEqual(['X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto']);
});

test('A local proxy event keeps headers with names such as __proto__ and constructor', () => {
  const { headers } = makeEvent({ rawHeaders: ['__proto__', 'a', 'constructor', 'b'] });
  expect(Object.entries(headers)).toEqual(
    expect.arrayContaining([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]),
  );
});

test('The query of a local proxy event is null if the URL has none', () => {
  const event = makeEvent({});
  expect(event.queryStringParameters).toBeNull();
  expect(event.multiValueQueryStringParameters).toBeNull();
});

test('The query of a local proxy event is decoded, and contains the last value of a repeated name', () => {
  const event = makeEvent({ query: 'q=a%20b&q=c+d&%C3%A9=%2B' });
  expect(event.queryStringParameters).toEqual({ q: 'c d', é: '+' });
  expect(event.multiValueQueryStringParameters).toEqual({ q: ['a b', 'c d'], é: ['+'] });
});

test('An invalid percent-encoding in the query of a local proxy event is unchanged', () => {
  expect(makeEvent({ query: 'a=%zz&b=%ff&c' }).queryStringParameters).toEqual({
    a: '%zz',
    b: '%ff',
    c: '',
  });
});

test('In a local proxy event, a name in the query ends at the first equals sign, and empty parts are ignored', () => {
  expect(makeEvent({ query: '&a=b=c&&' }).queryStringParameters).toEqual({ a: 'b=c' });
});

test('Fields without a value in a local proxy event are null', () => {
  expect(makeEvent({})).toMatchObject({ body: null, pathParameters: null, stageVariables: null });
  expect(makeEvent({ body: '' }).body).toBeNull();
});

test('In a local proxy event, only the path of requestContext contains the stage', () => {
  const event = makeEvent({ path: '/things' }, { stage: 'dev' });
  expect(event.path).toBe('/things');
  expect(event.requestContext).toMatchObject({ path: '/dev/things', stage: 'dev' });
});

test('In a local proxy event, the path of requestContext contains no stage if the base URL has none', () => {
  expect(makeEvent({ path: '/a%2Fb' }).requestContext.path).toBe('/a%2Fb');
});

test('The requestContext of a local proxy event contains the request’s time, client and resource', () => {
  const event = makeEvent({ method: 'GET', rawHeaders: ['USER-AGENT', 'test'], sourceIp: '::1' });
  expect(event).toMatchObject({ resource: '/things', httpMethod: 'GET', isBase64Encoded: false });
  expect(event.requestContext).toMatchObject({
    requestId: 'request-1',
    httpMethod: 'GET',
    resourcePath: '/things',
    requestTime: '21/Nov/2026:12:34:56 +0000',
    requestTimeEpoch: NOW.getTime(),
    identity: { sourceIp: '::1', userAgent: 'test' },
  });
});

test.each(['localhost:3000', 'guard.test', '127.0.0.1:1', '[::1]:3000'])(
  'A local proxy event has the host %s as its domain',
  (host) => {
    expect(makeEvent({ rawHeaders: ['host', host] }).requestContext.domainName).toBe(host);
  },
);

test.each(['', 'a/b', 'a@b', 'a b', '-', 'a:b', 'a:123456', `${'a'.repeat(256)}`, '"', '[::1'])(
  'A local proxy event has localhost as its domain if the host is %j',
  (host) => {
    expect(makeEvent({ rawHeaders: ['Host', host] }).requestContext.domainName).toBe('localhost');
  },
);

test('The authorizer’s event on the local server contains the ARN of the called method', () => {
  expect(tokenAuthorizerEvent({ method: 'GET', path: '/a%2Fb/c' }, 'Bearer x', 'dev')).toEqual({
    type: 'TOKEN',
    authorizationToken: 'Bearer x',
    methodArn: 'arn:aws:execute-api:local:000000000000:local/dev/GET/a%2Fb/c',
  });
});
