import { followedBy } from '../history.ts';
import { type AlertAnswer, type AlertFields, type AlertInput, alertModel } from '../models/alert.ts';
import { known, type Subject, type TrialGuard } from '../trial.ts';
import { signInNewUser } from './sign-in-new-user.ts';

/** Two people acknowledge, resolve and reopen an alert, and read it. */
export async function alertTrial(guard: TrialGuard): Promise<Subject<AlertFields, AlertInput, AlertAnswer>> {
  const { asMaster, call } = guard;
  const site = (await asMaster('POST /api/v1/sites', { json: { name: guard.unique() } })).body;
  const json = { site_id: site.id, type: 'panic', severity: 'high', message: 'x' };
  const { id } = (await asMaster('POST /api/v1/alerts', { json })).body;
  const people = await Promise.all([1, 2].map(() => signInNewUser(guard, 'tenant_master')));
  return {
    model: alertModel({ status: 'active', version: 1, acknowledged_by: null, resolved_by: null }),
    choose(dice) {
      const action = dice.pick(['acknowledge', 'resolve', 'reopen'] as const);
      return dice.chance(0.5) ? { do: 'read' } : { do: action, by: dice.pick(people).id };
    },
    async send(input) {
      const answer = await (input.do === 'read'
        ? asMaster(`GET /api/v1/alerts/${id}`)
        : call(`POST /api/v1/alerts/${id}/${input.do}`, {
            token: people.find((it) => it.id === input.by)?.token,
            ...(input.do === 'reopen' ? { json: { note: guard.unique() } } : {}),
          }));
      return known(answer, ({ status: code, body }) => {
        if (code !== 200) return { code };
        const { status, version, acknowledged_by, resolved_by } = body;
        return { code, status, version, acknowledged_by, resolved_by };
      });
    },
    // Two people get the response of the first to resolve it.
    corrupt: (history) =>
      people.reduce(
        (longer, { id: by }) =>
          followedBy(
            longer,
            { do: 'resolve', by },
            { code: 200, status: 'resolved', version: 2, acknowledged_by: null, resolved_by: by },
          ),
        history,
      ),
  };
}
