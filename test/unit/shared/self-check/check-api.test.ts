import { expect, test } from 'vitest';
import { parseAuthorization } from '../../../../shared/http/caller.ts';
import { type CheckExpectations, checkApi } from '../../../../shared/self-check/check-api.ts';
import { seededRandomBytes } from '../../../support/random.ts';

const URL = 'https://guard.example.com/prod';
const INVALID_TOKEN = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

/** Checks an API with these answers; each reading of the clock is 5 ms later. */
async function check(
  answer: (path: string, init: RequestInit) => Promise<Response>,
  expectations?: CheckExpectations,
) {
  const asked: Asked[] = [];
  let now = Date.parse('2026-11-22T00:00:00.000Z');
  const surroundings = {
    fetch: async (input: string | URL | Request, init: RequestInit = {}) => {
      asked.push({ url: String(input), init });
      return answer(String(input).slice(URL.length), init);
    },
    timeout: () => AbortSignal.abort(new DOMException('late', 'TimeoutError')),
    clock: () => {
      now += 5;
      return new Date(now);
    },
    randomBytes: seededRandomBytes(),
  };
  const results = await checkApi(URL, surroundings, expectations);
  return { results, asked, failures: results.map(({ failure }) => failure) };
}

const well = async (path: string) =>
  path === '/health'
    ? Response.json({ status: 'ok' })
    : Response.json({ code: 'unauthenticated' }, { status: 401, headers: INVALID_TOKEN });

/** Answers like the server above, except for one path. */
const but = (path: string, answer: () => Response) => async (asked: string) =>
  asked === path ? answer() : well(asked);

test('A healthy API passes both checks of the probe, and the results have their durations', async () => {
  const { results } = await check(well);
  expect(results).toEqual([
    { check: 'health', milliseconds: expect.any(Number), failure: undefined },
    { check: 'token', milliseconds: expect.any(Number), failure: undefined },
  ]);
  for (const { milliseconds } of results) expect(milliseconds).toBeGreaterThan(0);
});

test('The probe calls the public URL with a deadline and a user agent, and follows no redirect', async () => {
  const { asked } = await check(well);
  expect(asked.map(({ url }) => url)).toEqual([`${URL}/health`, `${URL}/api/v1/auth/me`]);
  for (const { init } of asked) {
    expect(new Headers(init.headers).get('User-Agent')).toBe('guard-check');
    expect(init.redirect).toBe('manual');
    expect(init.signal).toBeInstanceOf(AbortSignal);
  }
});

test('No check of the probe is traced, because it passes on the trace header of a run that is not', async () => {
  const sent: (string | null)[] = [];
  await checkApi(URL, {
    fetch: async (input, init) => {
      sent.push(new Headers(init?.headers).get('X-Amzn-Trace-Id'));
      return well(String(input).slice(URL.length));
    },
    timeout: () => new AbortController().signal,
    traceHeader: 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0',
    clock: () => new Date(0),
    randomBytes: seededRandomBytes(),
  });
  expect(sent).toEqual(sent.map(() => 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0'));
  expect(sent).toHaveLength(2);
});

test('Each check of the probe sends a new well-formed token, so that only the authorizer can reject it', async () => {
  const tokenOf = ({ asked }: Awaited<ReturnType<typeof check>>) =>
    new Headers(asked[1]?.init.headers).get('Authorization') ?? '';
  const token = tokenOf(await check(well));
  expect(parseAuthorization(token)?.kind).toBe('token');
  const bytes = seededRandomBytes();
  const tokens = new Set<string>();
  for (let time = 0; time < 2; time += 1) {
    await checkApi(URL, {
      fetch: async (input, init) => {
        const header = new Headers(init?.headers).get('Authorization');
        if (header) tokens.add(header);
        return well(String(input).slice(URL.length));
      },
      timeout: () => new AbortController().signal,
      clock: () => new Date(0),
      randomBytes: bytes,
    });
  }
  expect(tokens.size).toBe(2);
});

test.each([
  ['is down', () => new Response(null, { status: 503 }), 'status 503 instead of 200'],
  ['redirects', () => Response.redirect(`${URL}/elsewhere`, 302), 'status 302 instead of 200'],
])('The health check of the probe fails if the API %s', async (_, answer, failure) => {
  expect((await check(but('/health', answer))).failures).toEqual([failure, undefined]);
});

test.each([
  ['accepts the token', () => Response.json({}), 'status 200 instead of 401'],
  ['cannot read its table', () => new Response(null, { status: 503 }), 'status 503 instead of 401'],
  [
    'rejects the token before reading the table',
    () => new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }),
    'the token was not rejected by the authorizer',
  ],
  [
    'rejects the token without a challenge',
    () => new Response(null, { status: 401 }),
    'the token was not rejected by the authorizer',
  ],
])('The token check of the probe fails if the API %s', async (_, answer, failure) => {
  expect((await check(but('/api/v1/auth/me', answer))).failures).toEqual([undefined, failure]);
});

test('A check of the probe fails without a response in time', async () => {
  const { failures } = await check(async (_, { signal }) => {
    signal?.throwIfAborted();
    return new Response();
  });
  expect(failures).toEqual(['no answer within 5 s', 'no answer within 5 s']);
});

test('If the API is unreachable, a check of the probe fails with the code of the network error', async () => {
  const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  const { failures } = await check(() => Promise.reject(new TypeError('fetch failed', { cause })));
  expect(failures).toEqual(['no answer (ENOTFOUND)', 'no answer (ENOTFOUND)']);
});

test('A check of the probe fails if the response is interrupted', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.error(new TypeError('terminated')),
  });
  const { failures } = await check(async () => new Response(broken));
  expect(failures).toEqual(['no answer (TypeError)', 'no answer (TypeError)']);
});

test('If a check of the probe fails, the failure contains no part of the request', async () => {
  const { failures, asked } = await check((path) => Promise.reject(`no ${path}`));
  expect(failures).toEqual(['no answer', 'no answer']);
  const secret = new Headers(asked[1]?.init.headers).get('Authorization')?.split('|')[1] ?? 'none';
  expect(JSON.stringify(failures)).not.toContain(secret);
});

const COMMIT = '4f9c2b7';
const healthOf = (body: string) => but('/health', () => new Response(body));

test('The health check of the probe passes if the API names the expected release', async () => {
  const { failures } = await check(healthOf(JSON.stringify({ status: 'ok', release: COMMIT })), {
    release: COMMIT,
  });
  expect(failures).toEqual([undefined, undefined]);
});

test.each([
  ['another release', JSON.stringify({ release: 'a00f3e1' }), 'release a00f3e1 instead of 4f9c2b7'],
  ['no release', JSON.stringify({ status: 'ok' }), 'release unknown instead of 4f9c2b7'],
  ['a body that is not JSON', '<html>', 'release unknown instead of 4f9c2b7'],
])('The health check of the probe fails if the API answers with %s', async (_, body, failure) => {
  expect((await check(healthOf(body), { release: COMMIT })).failures).toEqual([failure, undefined]);
});
