import { followedBy } from '../history.ts';
import { type CounterAnswer, type CounterInput, counterModel } from '../models/counter.ts';
import { known, type Subject, type TrialGuard } from '../trial.ts';
import { signInNewUser } from './sign-in-new-user.ts';

/** A user sends more requests in a minute than pass, which are `limit`. */
export async function counterTrial(
  guard: TrialGuard,
  limit: number,
): Promise<Subject<number, CounterInput, CounterAnswer>> {
  const { token } = await signInNewUser(guard, 'viewer');
  return {
    model: counterModel(limit),
    choose: () => ({ do: 'request' }),
    send: async () =>
      known(await guard.call('GET /api/v1/auth/me', { token }), ({ status, headers }) => ({
        status,
        remaining: Number(headers.get('x-ratelimit-remaining')),
      })),
    // One request too many passes, or a response reports none remaining while some are.
    corrupt: (history) =>
      Array.from({ length: limit + 1 }).reduce<typeof history>(
        (longer) => followedBy(longer, { do: 'request' }, { status: 200, remaining: 0 }),
        history,
      ),
  };
}
