import type { TestGuard } from './guard.ts';
import type { Answer, CallOptions } from './send-request.ts';

/**
 * The demo accounts that call in tests. The operator has the first and second site of Acme, the viewer the second and
 * third.
 */
const CALLERS = {
  platform: 'platform@guard.test',
  master: 'master@acme.test',
  admin: 'admin@acme.test',
  operator: 'operator@acme.test',
  viewer: 'viewer@acme.test',
  globex: 'master@globex.test',
} as const;

export type Caller = keyof typeof CALLERS;

export type CallAs = (caller: Caller, request: string, options?: CallOptions) => Promise<Answer>;

/** An id that no entity has. */
export const MISSING_ID = '019a0000-0000-7000-8000-000000000000';

export async function signInCallers(guard: TestGuard): Promise<CallAs> {
  const tokens = new Map(
    await Promise.all(
      Object.entries(CALLERS).map(async ([caller, email]) => [caller, await guard.signIn(email)] as const),
    ),
  );
  return (caller, request, options = {}) => guard.call(request, { ...options, token: tokens.get(caller) });
}

/** Reads all pages of a list. */
// biome-ignore lint/suspicious/noExplicitAny: as answers are
export async function listAll(as: CallAs, caller: Caller, path: string): Promise<any[]> {
  const found = [];
  const parameters = new URLSearchParams(path.split('?')[1]);
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (cursor) parameters.set('cursor', cursor);
    const answer: Answer = await as(caller, `GET ${path.split('?')[0]}?${parameters}`);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.text}`);
    found.push(...answer.body.data);
    cursor = answer.body.meta.next_cursor;
  }
  return found;
}
