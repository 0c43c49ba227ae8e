import {
  createGuardClient,
  type GuardClient,
  type GuardClientOptions,
} from '../../../../lib/client/index.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = Response | Promise<Response>;
type Responder = (request: SentRequest) => Reply;

export interface FakeService {
  readonly guard: GuardClient;
  /** The requests in order. */
  readonly sent: SentRequest[];
  /** The waits in milliseconds. */
  readonly waits: number[];
  now: number;
  answer: Responder;
}

export const HOUR_MS = 3_600_000;

/** A client with a mocked fetch, clock and wait. It starts signed in at time 0 with the token `1|old`. */
export function fakeService(answer: Responder, options: Partial<GuardClientOptions> = {}): FakeService {
  const service = { sent: [] as SentRequest[], waits: [] as number[], now: 0, answer };
  const guard = createGuardClient({
    baseUrl: 'https://guard.test/dev/',
    session: { token: '1|old', issuedAt: 0 },
    clock: () => service.now,
    wait: async (milliseconds) => {
      service.waits.push(milliseconds);
    },
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      const request: SentRequest = {
        method: init.method ?? 'GET',
        path: url.replace('https://guard.test/dev', ''),
        token: headers.get('Authorization')?.replace('Bearer ', ''),
        headers,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      };
      service.sent.push(request);
      return service.answer(request);
    },
    ...options,
  });
  return Object.assign(service, { guard });
}

export function json(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers });
}

export function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { message: `Message of ${code}.`, code, request_id: 'request-1' };
  return new Response(JSON.stringify(body), { status, headers });
}

/** A promise that the test resolves. */
export function gate() {
  return Promise.withResolvers<void>();
}
