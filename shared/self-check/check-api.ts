import * as z from 'zod/mini';
import { issueToken } from '../accounts/token.ts';
import { newId, type RandomBytes } from '../base/ids.ts';
import type { Clock } from '../base/time.ts';

const DEADLINE_MILLISECONDS = 5_000;

/** The user agent of checks, which distinguishes them from clients in logs. */
export const CHECK_USER_AGENT = 'guard-check';

/** The names of the checks, in the order of their results. */
export const API_CHECKS = ['health', 'token'] as const;

export type ApiCheck = (typeof API_CHECKS)[number];

export interface CheckResult {
  readonly check: ApiCheck;
  readonly milliseconds: number;
  /** Why the check failed, without any content of the request; `undefined` if it succeeded. */
  readonly failure: string | undefined;
}

export interface CheckContext {
  readonly fetch: typeof fetch;
  /** `AbortSignal.timeout` outside tests. */
  readonly timeout: (milliseconds: number) => AbortSignal;
  /** The trace header of the function's own run, which `traceHeaders` passes on. */
  readonly traceHeader?: string | undefined;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface CheckExpectations {
  /** The commit that `/health` must name; absent if any will do. */
  readonly release?: string;
}

/**
 * Calls the API at its public URL over the network, as a client does. Never throws. `baseUrl` has no slash at its end.
 *
 * - `health`: `GET /health` answers 200 with the expected release.
 * - `token`: an unknown token is rejected. Its format and checksum are valid, so only the authorizer can reject it, after
 *   reading the table: the check tests the whole path without any access.
 *
 * A redirect is a failure: the URL itself must answer.
 */
export async function checkApi(
  baseUrl: string,
  context: CheckContext,
  expectations: CheckExpectations = {},
): Promise<CheckResult[]> {
  return Promise.all(
    API_CHECKS.map((name) => run(name, baseUrl, CHECKS[name](context, expectations), context)),
  );
}

/**
 * The header that passes X-Ray's decision about the function's run on to the request. No run of a schedule is traced, while
 * without this header each of its requests would be: the first of a second always is (AWS, "Tracing header" of X-Ray).
 */
export const traceHeaders = ({
  traceHeader,
}: Pick<CheckContext, 'traceHeader'>): Readonly<Record<string, string>> =>
  traceHeader === undefined ? {} : { 'X-Amzn-Trace-Id': traceHeader };

/** The environment variable with that header (AWS, "Defined runtime environment variables"). */
export const TRACE_HEADER_VARIABLE = '_X_AMZN_TRACE_ID';

const healthSchema = z.object({ release: z.string() });

interface Check {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns why a response is wrong; `undefined` if it is right. */
  readonly verify: (answer: Response, body: string) => string | undefined;
}

type MakeCheck = (context: CheckContext, expectations: CheckExpectations) => Check;

const CHECKS: Readonly<Record<ApiCheck, MakeCheck>> = {
  health: (_, { release }) => ({
    path: '/health',
    verify: (answer, body) => checkStatus(answer, 200) ?? checkRelease(body, release),
  }),
  token: (context) => ({
    path: '/api/v1/auth/me',
    headers: { Authorization: `Bearer ${unknownToken(context)}` },
    verify: (answer) => checkStatus(answer, 401) ?? checkRejection(answer),
  }),
};

async function run(
  name: ApiCheck,
  baseUrl: string,
  check: Check,
  context: CheckContext,
): Promise<CheckResult> {
  const { clock } = context;
  const begin = clock().getTime();
  const failure = await ask(baseUrl, check, context).catch((error) =>
    describeFailure(error, DEADLINE_MILLISECONDS),
  );
  return { check: name, milliseconds: clock().getTime() - begin, failure };
}

async function ask(
  baseUrl: string,
  { path, headers = {}, verify }: Check,
  { fetch, timeout, traceHeader }: CheckContext,
): Promise<string | undefined> {
  const signal = timeout(DEADLINE_MILLISECONDS);
  const answer = await fetch(`${baseUrl}${path}`, {
    headers: { 'User-Agent': CHECK_USER_AGENT, ...traceHeaders({ traceHeader }), ...headers },
    signal,
    redirect: 'manual',
  });
  // The time limit includes reading the body.
  return verify(answer, await answer.text());
}

function checkStatus({ status }: Response, expected: number): string | undefined {
  return status === expected ? undefined : `status ${status} instead of ${expected}`;
}

function checkRelease(body: string, expected: string | undefined): string | undefined {
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

/** Only the authorizer's rejection has this challenge; for a missing or malformed token the challenge is another. */
function checkRejection({ headers }: Response): string | undefined {
  return headers.get('WWW-Authenticate')?.includes('error="invalid_token"')
    ? undefined
    : 'the token was not rejected by the authorizer';
}

function unknownToken({ clock, randomBytes }: CheckContext): string {
  const [tenantId, userId] = [newId(clock(), randomBytes), newId(clock(), randomBytes)];
  return issueToken({ tenantId, userId }, randomBytes).plainText;
}

/** Describes an error by its code or name only, because its message may contain parts of the request. */
export function describeFailure(error: unknown, deadlineMilliseconds: number): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer within ${deadlineMilliseconds / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `no answer (${code})`;
}
