import { followedBy } from '../history.ts';
import { type SessionAnswer, type SessionInput, sessionModel, type ValidTokens } from '../models/sessions.ts';
import { known, type Subject, type TrialGuard } from '../trial.ts';
import { signInNewUser } from './sign-in-new-user.ts';

const REQUESTS = {
  use: 'GET /api/v1/auth/me',
  refresh: 'POST /api/v1/auth/refresh',
  'sign out': 'POST /api/v1/auth/logout',
  'end others': 'DELETE /api/v1/auth/sessions',
} as const;

/**
 * The tabs and scripts of one user sign in and out, refresh and use tokens, also several with the same token. They sign in or
 * end other sessions, not both: Guard refuses a sign-in that the end of all others overtakes (shared/accounts/sign-in.ts).
 */
export async function sessionTrial(
  guard: TrialGuard,
): Promise<Subject<ValidTokens, SessionInput, SessionAnswer>> {
  const { token: first, credentials } = await signInNewUser(guard, 'viewer');
  const tokens = new Map<string, string>();
  const nameOf = (token: string) => {
    const name = `t${tokens.size + 1}`;
    tokens.set(name, token);
    return name;
  };
  const { body: second } = await guard.call('POST /api/v1/auth/login', { json: credentials });
  const initial = [nameOf(first), nameOf(second.token)];
  let endsOthers: boolean | undefined;
  return {
    model: sessionModel(initial),
    choose(dice) {
      endsOthers ??= dice.chance(0.5);
      if (!endsOthers && dice.chance(0.15)) return { do: 'sign in' };
      const token = dice.pick([...tokens.keys()].slice(-3));
      if (endsOthers && dice.chance(0.15)) return { do: 'end others', token };
      return { do: dice.pick(['use', 'use', 'refresh', 'refresh', 'sign out']), token };
    },
    async send(input) {
      const answer = await (input.do === 'sign in'
        ? guard.call('POST /api/v1/auth/login', { json: credentials })
        : guard.call(REQUESTS[input.do], { token: tokens.get(input.token) }));
      return known(answer, ({ status, body }) => {
        const token = status === 200 && body.token ? nameOf(body.token) : undefined;
        return { status, ...(token ? { token } : {}) };
      });
    },
    // A session continues after it was signed out.
    corrupt: (history) =>
      followedBy(
        followedBy(
          followedBy(history, { do: 'sign in' }, { status: 200, token: 'last' }),
          { do: 'sign out', token: 'last' },
          { status: 200 },
        ),
        { do: 'use', token: 'last' },
        { status: 200 },
      ),
  };
}
