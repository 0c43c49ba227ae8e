import { describe, expect, test } from 'vitest';
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

describe('the headers of a proxy event', () => {
  test('keep the case of their names', () => {
    const { headers } = makeEvent({ rawHeaders: ['X-CaSe', '1', 'x-lower', '2'] });
    expect(headers).toMatchObject({ 'X-CaSe': '1', 'x-lower': '2' });
  });

  test('hold the last of several values, and all of them in the multi-value map', () => {
    const event = makeEvent({ rawHeaders: ['X-Tag', 'a', 'X-Tag', 'b'] });
    expect(event.headers['X-Tag']).toBe('b');
    expect(event.multiValueHeaders['X-Tag']).toEqual(['a', 'b']);
  });

  test('say where the request came from', () => {
    expect(makeEvent({ sourceIp: '192.0.2.1', port: 8080 }).headers).toEqual({
      'X-Forwarded-For': '192.0.2.1',
      'X-Forwarded-Port': '8080',
      'X-Forwarded-Proto': 'http',
    });
  });

  test('append the address to what the client says, and do not let it speak for the gateway', () => {
    const { headers } = makeEvent({
      rawHeaders: ['x-forwarded-for', '203.0.113.9', 'x-forwarded-proto', 'https', 'X-FORWARDED-PORT', '1'],
    });
    expect(headers).toEqual({
      'X-Forwarded-For': '203.0.113.9, 127.0.0.1',
      'X-Forwarded-Port': '3000',
      'X-Forwarded-Proto': 'http',
    });
  });

  test('lack those of the connection', () => {
    const { headers } = makeEvent({ rawHeaders: ['Connection', 'close', 'Content-Length', '0', 'TE', 'x'] });
    expect(Object.keys(headers)).toEqual(['X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto']);
  });

  test('may be named like members of every object', () => {
    const { headers } = makeEvent({ rawHeaders: ['__proto__', 'a', 'constructor', 'b'] });
    expect(Object.entries(headers)).toEqual(
      expect.arrayContaining([
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ]),
    );
  });
});

describe('the query of a proxy event', () => {
  test('is null where there is none', () => {
    const event = makeEvent({});
    expect(event.queryStringParameters).toBeNull();
    expect(event.multiValueQueryStringParameters).toBeNull();
  });

  test('is decoded, with the last value winning', () => {
    const event = makeEvent({ query: 'q=a%20b&q=c+d&%C3%A9=%2B' });
    expect(event.queryStringParameters).toEqual({ q: 'c d', é: '+' });
    expect(event.multiValueQueryStringParameters).toEqual({ q: ['a b', 'c d'], é: ['+'] });
  });

  test('keeps what is no percent-encoding as it was sent', () => {
    expect(makeEvent({ query: 'a=%zz&b=%ff&c' }).queryStringParameters).toEqual({
      a: '%zz',
      b: '%ff',
      c: '',
    });
  });

  test('ends a name at the first equals sign and ignores empty parts', () => {
    expect(makeEvent({ query: '&a=b=c&&' }).queryStringParameters).toEqual({ a: 'b=c' });
  });
});

describe('the rest of a proxy event', () => {
  test('has null for what is absent', () => {
    expect(makeEvent({})).toMatchObject({ body: null, pathParameters: null, stageVariables: null });
    expect(makeEvent({ body: '' }).body).toBeNull();
  });

  test('leaves the stage out of the path and puts it into the context', () => {
    const event = makeEvent({ path: '/things' }, { stage: 'dev' });
    expect(event.path).toBe('/things');
    expect(event.requestContext).toMatchObject({ path: '/dev/things', stage: 'dev' });
  });

  test('has no stage in the path where the base URL has none', () => {
    expect(makeEvent({ path: '/a%2Fb' }).requestContext.path).toBe('/a%2Fb');
  });

  test('says when, by whom and for what it was sent', () => {
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
    'has the host %s as its domain',
    (host) => {
      expect(makeEvent({ rawHeaders: ['host', host] }).requestContext.domainName).toBe(host);
    },
  );

  test.each(['', 'a/b', 'a@b', 'a b', '-', 'a:b', 'a:123456', `${'a'.repeat(256)}`, '"', '[::1'])(
    'has localhost as its domain where the host is %j',
    (host) => {
      expect(makeEvent({ rawHeaders: ['Host', host] }).requestContext.domainName).toBe('localhost');
    },
  );
});

describe('the event of the authorizer', () => {
  test('names the method by its ARN', () => {
    expect(tokenAuthorizerEvent({ method: 'GET', path: '/a%2Fb/c' }, 'Bearer x', 'dev')).toEqual({
      type: 'TOKEN',
      authorizationToken: 'Bearer x',
      methodArn: 'arn:aws:execute-api:local:000000000000:local/dev/GET/a%2Fb/c',
    });
  });
});
