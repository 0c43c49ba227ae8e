import * as z from 'zod/mini';
import { newId, type RandomBytes } from '../ids.ts';
import { issueToken } from '../sessions/token.ts';
import type { Clock } from '../time.ts';

/** After how long a check is given up. */
const DEADLINE_MILLISECONDS = 5_000;

/** What checks call themselves, so that logs tell them from clients. */
export const CHECK_USER_AGENT = 'guard-check';

/** The names of the checks, in the order of their results. */
export const API_CHECKS = ['health', 'token'] as const;

export type ApiCheck = (typeof API_CHECKS)[number];

export interface CheckResult {
  readonly check: ApiCheck;
  readonly milliseconds: number;
  /** Why it failed, without what was sent; `undefined` if all is well. */
  readonly failure: string | undefined;
}

/** What checks take from outside. */
export interface CheckSurroundings {
  readonly fetch: typeof fetch;
  /** `AbortSignal.timeout` outside tests. */
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** What is known of the API, beside that it should work. */
export interface CheckExpectations {
  /** The commit that it must say it was deployed from; any, unless it is given. */
  readonly release?: string;
}

/**
 * Calls the API at its public URL as a client does, over the network, and says of each check whether it answered as it
 * should. Never throws. `baseUrl` has no slash at its end.
 *
 * - `health`: `GET /health` answers 200, and that it is the release that is expected.
 * - `token`: a token that nobody has is refused as such. It has the right form and checksum, so only the authorizer can
 *   refuse it, once it has read the table: this check goes all the way, and opens nothing to strangers.
 *
 * A redirect is a failure: clients are promised the URL itself.
 */
export async function checkApi(
  baseUrl: string,
  surroundings: CheckSurroundings,
  expectations: CheckExpectations = {},
): Promise<CheckResult[]> {
  return Promise.all(
    API_CHECKS.map((name) => run(name, baseUrl, CHECKS[name](surroundings, expectations), surroundings)),
  );
}

const healthSchema = z.object({ release: z.string() });

interface Check {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong with an answer and its body, if anything is. */
  readonly judge: (answer: Response, body: string) => string | undefined;
}

type MakeCheck = (surroundings: CheckSurroundings, expectations: CheckExpectations) => Check;

const CHECKS: Readonly<Record<ApiCheck, MakeCheck>> = {
  health: (_, { release }) => ({
    path: '/health',
    judge: (answer, body) => judgeStatus(answer, 200) ?? judgeRelease(body, release),
  }),
  token: (surroundings) => ({
    path: '/api/v1/auth/me',
    headers: { Authorization: `Bearer ${nobodysToken(surroundings)}` },
    judge: (answer) => judgeStatus(answer, 401) ?? judgeRefusal(answer),
  }),
};

async function run(
  name: ApiCheck,
  baseUrl: string,
  check: Check,
  surroundings: CheckSurroundings,
): Promise<CheckResult> {
  const { clock } = surroundings;
  const begin = clock().getTime();
  const failure = await ask(baseUrl, check, surroundings).catch((error) =>
    describeFailure(error, DEADLINE_MILLISECONDS),
  );
  return { check: name, milliseconds: clock().getTime() - begin, failure };
}

async function ask(
  baseUrl: string,
  { path, headers = {}, judge }: Check,
  { fetch, timeout }: CheckSurroundings,
): Promise<string | undefined> {
  const signal = timeout(DEADLINE_MILLISECONDS);
  const answer = await fetch(`${baseUrl}${path}`, {
    headers: { 'User-Agent': CHECK_USER_AGENT, ...headers },
    signal,
    redirect: 'manual',
  });
  // The answer is there when its body is, within the same deadline.
  return judge(answer, await answer.text());
}

function judgeStatus({ status }: Response, expected: number): string | undefined {
  return status === expected ? undefined : `status ${status} instead of ${expected}`;
}

function judgeRelease(body: string, expected: string | undefined): string | undefined {
  if (expected === undefined) return undefined;
  const found = releaseIn(body);
  return found === expected ? undefined : `release ${found ?? 'unknown'} instead of ${expected}`;
}

function releaseIn(body: string): string | undefined {
  try {
    return healthSchema.parse(JSON.parse(body)).release;
  } catch {
    return undefined;
  }
}

/** The challenge that only the authorizer's refusal has; a token that is missing or malformed has another. */
function judgeRefusal({ headers }: Response): string | undefined {
  return headers.get('WWW-Authenticate')?.includes('error="invalid_token"')
    ? undefined
    : 'the token was not refused by the authorizer';
}

function nobodysToken({ clock, randomBytes }: CheckSurroundings): string {
  const [tenantId, userId] = [newId(clock(), randomBytes), newId(clock(), randomBytes)];
  return issueToken({ tenantId, userId }, randomBytes).plainText;
}

/** Why a call was not answered, by code or name alone: a message may hold what was sent. */
export function describeFailure(error: unknown, deadlineMilliseconds: number): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer within ${deadlineMilliseconds / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `no answer (${code})`;
}
