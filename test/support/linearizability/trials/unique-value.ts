import { followedBy } from '../history.ts';
import { type Holder, type UniqueAnswer, type UniqueInput, uniqueModel } from '../models/unique-value.ts';
import { known, type Subject, type TrialGuard } from '../trial.ts';

/** Clients make devices of one serial, and delete them. */
export async function serialTrial(guard: TrialGuard) {
  const { id } = (await guard.asMaster('POST /api/v1/sites', { json: { name: guard.unique() } })).body;
  const device = { name: 'Siren', type: 'siren', serial: guard.unique() };
  return uniqueTrial(guard, `POST /api/v1/sites/${id}/devices`, '/api/v1/devices', device);
}

/** Clients make users of one e-mail address, and delete them. */
export async function emailTrial(guard: TrialGuard) {
  const user = {
    name: 'Ana',
    email: `${guard.unique()}@acme.test`,
    role: 'viewer',
    password_login_enabled: false,
  };
  return uniqueTrial(guard, 'POST /api/v1/users', '/api/v1/users', user);
}

function uniqueTrial(
  { asMaster }: TrialGuard,
  creation: string,
  path: string,
  json: object,
): Subject<Holder, UniqueInput, UniqueAnswer> {
  const ids: string[] = [];
  return {
    model: uniqueModel,
    choose(dice) {
      const id = ids.length > 0 ? dice.pick(ids.slice(-2)) : undefined;
      return id === undefined || dice.chance(0.6) ? { do: 'take' } : { do: 'delete', id };
    },
    async send(input) {
      const answer = await (input.do === 'take'
        ? asMaster(creation, { json })
        : asMaster(`DELETE ${path}/${input.id}`));
      return known(answer, ({ status, body }) => {
        if (status === 201) ids.push(body.id);
        return status === 201 ? { status, id: body.id } : { status };
      });
    },
    // Two have it at the same time.
    corrupt: (history) =>
      ['one', 'two'].reduce((longer, id) => followedBy(longer, { do: 'take' }, { status: 201, id }), history),
  };
}
