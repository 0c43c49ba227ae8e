import { startLocalServer } from '../lib/local/start.ts';
import type { User } from '../shared/accounts/user.ts';
import { BENCH_PASSWORD } from './bench-data.ts';

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  readonly json?: unknown;
}

export interface GuardUnderTest {
  /** Sends a request that must succeed, and returns its body. */
  call(request: BenchRequest): Promise<unknown>;
  signIn(user: Pick<User, 'email'>): Promise<string>;
  stop(): Promise<void>;
}

const OUT_OF_THE_WAY = '1000000';

/** The local server (gateway, authorizer and bundled functions) on an existing table. */
export async function startGuardUnderTest(dynamodbEndpoint: string): Promise<GuardUnderTest> {
  const server = await startLocalServer({
    environment: {
      PORT: '0',
      DYNAMODB_ENDPOINT: dynamodbEndpoint,
      GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
      GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
      GUARD_RATE_LIMIT_TENANT: OUT_OF_THE_WAY,
      GUARD_RATE_LIMIT_LOGIN_ADDRESS: OUT_OF_THE_WAY,
    },
    log: () => {},
    // What these read at their own time would be counted with a request.
    triggers: [],
    hearsPanels: false,
  });
  const call = async ({ method, path, token, json }: BenchRequest): Promise<unknown> => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    call,
    async signIn(user) {
      const answer = await call(signInRequest(user));
      if (typeof answer === 'object' && answer !== null && 'token' in answer) return String(answer.token);
      throw new Error(`${user.email} was given no token`);
    },
    stop: () => server.stop(),
  };
}

export function signInRequest({ email }: Pick<User, 'email'>): BenchRequest {
  return { method: 'POST', path: '/api/v1/auth/login', json: { email, password: BENCH_PASSWORD } };
}
