import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../shared/base/errors.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer } from '../support/send-request.ts';

let guard: TestGuard;
let token: string;
beforeAll(async () => {
  guard = await startGuard();
  token = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());

const JSON_TYPE = { 'Content-Type': 'application/json', 'Guard-Strict': '1' };

/** Expects a client error with the service's error body. */
function expectClientError(answer: Answer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(ERRORS).toHaveProperty(answer.body.code);
  expect(answer.body.request_id).toEqual(expect.any(String));
}

describe('hostile bodies', () => {
  test.each<[string, string, number]>([
    ['deep arrays', '['.repeat(30_000) + ']'.repeat(30_000), 400],
    ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['moderately deep objects', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, 422],
    ['1 MB', `{"message":"${'x'.repeat(1_000_000)}"}`, 413],
    ['a __proto__ key', '{"__proto__":{"role":"platform_admin"}}', 422],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"role":"x"}}}', 422],
    ['a nested __proto__ key', '{"site_id":{"__proto__":1}}', 422],
    ['NUL', '\u0000', 400],
    ['a lone surrogate', '{"message":"\\ud800"}', 422],
    ['a byte order mark', '\ufeff{}', 422],
    ['a huge number', '{"message":1e999}', 422],
    ['duplicate keys', '{"message":"a","message":7}', 422],
    ['two documents', '{}{}', 400],
    ['a JSON text', '"text"', 422],
    ['null', 'null', 422],
  ])('A hostile request body with %s gets a client error', async (_, body, status) => {
    for (const path of ['/api/v1/alerts', '/api/v1/auth/login']) {
      const answer = await guard.call(`POST ${path}`, { token, body, headers: JSON_TYPE });
      expectClientError(answer);
      expect(answer.status).toBe(status);
    }
  });

  test('Any JSON body of a request leads to a client error or a success, never to a server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const answer = await guard.call('POST /api/v1/alerts', { token, body, headers: JSON_TYPE });
        expectClientError(answer);
      }),
      { numRuns: repetitions({ few: 20, many: 200 }) },
    );
  });

  test('Any JSON body of a request that Guard repairs leads to a client error or a success, never to a server error', async () => {
    const deep = `{"events":[{"action":"raise","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}]}`;
    const bodies = [
      deep,
      '['.repeat(30_000),
      '\u0000',
      '\ufeff{}',
      '{"__proto__":{"type":"x"}}',
      'null',
      '7',
      '[[[]]]',
    ];
    const send = async (body: string) => {
      for (const path of ['/api/v1/alerts', '/api/v1/reports']) {
        const { status } = await guard.call(`POST ${path}`, { token, body });
        expect(status).toBeLessThan(500);
      }
    };
    for (const body of bodies) await send(body);
    const numRuns = repetitions({ few: 10, many: 100 });
    await fc.assert(fc.asyncProperty(fc.json(), send), { numRuns });
  });

  test('A hostile JSON body of a request never pollutes prototypes', () => {
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
  });
});

describe('hostile URLs', () => {
  test.each([
    '/api/v1/alerts/%00',
    '/api/v1/alerts/%',
    '/api/v1/alerts/%E0%A4%A',
    '/api/v1/alerts/%2F%2E%2E%2Fsites',
    '/api/v1/alerts/%0d%0aX-Injected:%201',
    `/api/v1/alerts/${'a'.repeat(4000)}`,
    '/api/v1/alerts/TENANT%23x',
    '/api/v1//alerts',
    '/API/v1/alerts',
    '/api/v2/alerts',
  ])('The hostile path %s gets 404', async (path) => {
    const answer = await guard.call(`GET ${path}`, { token });
    expectClientError(answer);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-injected')).toBeNull();
  });

  test.each([
    '/api/v1/alerts?limit=%00',
    '/api/v1/alerts?limit=5%0d%0aX-Injected:%201',
    '/api/v1/alerts?type=%F0%9F%9A%A8',
    '/api/v1/alerts?cursor=%E0%A4%A',
    '/api/v1/alerts?%00=1',
    '/api/v1/alerts?=1',
    '/api/v1/alerts?constructor=1',
    `/api/v1/alerts?cursor=${'eyJ'.repeat(1500)}`,
  ])('The hostile query of %s gets a client error', async (path) => {
    const answer = await guard.call(`GET ${path}`, { token });
    expectClientError(answer);
    expect(answer.headers.get('x-injected')).toBeNull();
  });

  test.each([
    'DELETE /api/v1/alerts',
    'PUT /health',
    'GET /api/v1/auth/login',
    'HEAD /api/v1/alerts',
    'POST /health',
    'PATCH /api/v1/sites',
  ])('The hostile request %s gets 404', async (request) => {
    expect((await guard.call(request, { token })).status).toBe(404);
  });

  test('Any query of a request leads to a client error or a success, never to a server error', async () => {
    const parameter = fc.constantFrom('limit', 'cursor', 'type', 'severity', 'status', 'tenant_id', 'x');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(parameter, fc.string({ unit: 'binary' })), { maxLength: 4 }),
        async (query) => {
          const text = query
            .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
            .join('&');
          const answer = await guard.call(`GET /api/v1/alerts?${text}`, { token });
          if (answer.status !== 200) expectClientError(answer);
        },
      ),
      { numRuns: repetitions({ few: 30, many: 300 }) },
    );
  });
});

describe('hostile headers', () => {
  /** Sends raw bytes and returns the response. */
  function sendRaw(bytes: string): Promise<string> {
    const { hostname, port } = new URL(guard.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  test.each([
    [
      'a Host that forges links',
      `GET /api/v1/alerts HTTP/1.1\r\nHost: evil.test/path?x=\r\nAuthorization: Bearer TOKEN\r\nConnection: close\r\n\r\n`,
    ],
    [
      'two Authorization headers',
      `GET /api/v1/alerts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer TOKEN\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n`,
    ],
    [
      'an absurdly long header',
      `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\nConnection: close\r\n\r\n`,
    ],
    ['no HTTP at all', 'guard\r\n\r\n'],
    ['a bare LF', `GET /health HTTP/1.1\nHost: a\nConnection: close\n\n`],
  ])(
    'A hostile request with %s gets a response without a server error or a forged link',
    async (_, request) => {
      const answer = await sendRaw(request.replace('TOKEN', token));
      expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /);
      expect(answer).not.toContain('evil.test/path');
    },
  );

  test('A hostile X-Forwarded-Proto header does not change the scheme of links', async () => {
    const headers = { 'X-Forwarded-Proto': 'javascript' };
    const answer = await guard.call('GET /api/v1/alerts', { token, headers });
    expect(new URL(answer.body.meta.path).protocol).toMatch(/^https?:$/);
  });

  test('A made-up X-Forwarded-For header does not change the network address that a rate limit counts', async () => {
    const strict = await startGuard({ settings: { loginRequestsPerAddressPerMinute: 1 } });
    try {
      const loginFrom = async (address: string, email: string) => {
        const headers = { 'X-Forwarded-For': address, Forwarded: `for=${address}`, 'X-Real-IP': address };
        const json = { email, password: 'wrong' };
        return (await strict.call('POST /api/v1/auth/login', { json, headers })).status;
      };
      expect(await loginFrom('192.0.2.1', 'one@acme.test')).toBe(401);
      expect(await loginFrom('192.0.2.2', 'two@acme.test')).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});

test('Every response forbids shared caching and content sniffing', async () => {
  const answers = await Promise.all([
    guard.call('GET /health'),
    guard.call('GET /api/v1/alerts', { token }),
    guard.call('GET /api/v1/alerts'),
    guard.call('GET /nowhere'),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
});
