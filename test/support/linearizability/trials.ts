import { followedBy } from './history.ts';
import { type AlertAnswer, type AlertFields, type AlertInput, alertModel } from './models/alert.ts';
import { type CounterAnswer, type CounterInput, counterModel } from './models/counter.ts';
import { type DedupAnswer, type DedupInput, type DedupState, dedupModel } from './models/dedup-key.ts';
import { type SessionAnswer, type SessionInput, sessionModel, type ValidTokens } from './models/sessions.ts';
import { type SiteAnswer, type SiteInput, type SiteState, siteModel } from './models/site.ts';
import { type Holder, type UniqueAnswer, type UniqueInput, uniqueModel } from './models/unique-value.ts';
import { known, type Subject, type TrialGuard } from './trial.ts';
import { signInNewUser } from './trials/sign-in-new-user.ts';

/** Two people acknowledge, take over, resolve and reopen an alert, and read it. */
export async function alertTrial(guard: TrialGuard): Promise<Subject<AlertFields, AlertInput, AlertAnswer>> {
  const { asMaster, call } = guard;
  const site = (await asMaster('POST /api/v1/sites', { json: { name: guard.unique() } })).body;
  const json = { site_id: site.id, type: 'panic', severity: 'high', message: 'x' };
  const { id } = (await asMaster('POST /api/v1/alerts', { json })).body;
  const people = await Promise.all([1, 2].map(() => signInNewUser(guard, 'tenant_master')));
  return {
    model: alertModel({ status: 'active', version: 1, acknowledged_by: null, resolved_by: null }),
    choose(dice) {
      const action = dice.pick(['acknowledge', 'resolve', 'reopen', 'take-over'] as const);
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

/**
 * A device reports and resolves the same trouble, and people read, acknowledge, resolve and reopen the alerts. Where calls fail,
 * nobody resolves. A repeated call recognizes its report only while the alert is open; afterwards it opens a new alert.
 */
export async function dedupTrial({
  asMaster,
  unique,
  hasFaults,
}: TrialGuard): Promise<Subject<DedupState, DedupInput, DedupAnswer>> {
  const { id: site_id } = (await asMaster('POST /api/v1/sites', { json: { name: unique() } })).body;
  const place = { site_id, dedup_key: unique() };
  const json = { ...place, type: 'fire', severity: 'high', message: 'x' };
  const ids: string[] = [];

  async function resolveByKey(): Promise<DedupAnswer | undefined> {
    const event = { ...place, action: 'resolve', id: unique() };
    const { status, body } = await asMaster('POST /api/v1/reports', { json: { events: [event] } });
    if (status >= 500) return undefined;
    const [result] = body.results;
    if (result.status >= 500) return undefined;
    return { ...shown(result.status, result.alert), replayed: result.replayed };
  }

  return {
    model: dedupModel,
    choose(dice) {
      const id = ids.length > 0 ? dice.pick(ids.slice(-2)) : undefined;
      if (id === undefined || dice.chance(0.4)) return { do: 'raise' };
      if (hasFaults) return { do: dice.pick(['read', 'acknowledge']), id };
      if (dice.chance(0.15)) return { do: 'resolve by key' };
      return { do: dice.pick(['read', 'read', 'read', 'acknowledge', 'resolve', 'reopen']), id };
    },
    async send(input) {
      if (input.do === 'resolve by key') return resolveByKey();
      const answer = await (input.do === 'raise'
        ? asMaster('POST /api/v1/alerts', { json })
        : input.do === 'read'
          ? asMaster(`GET /api/v1/alerts/${input.id}`)
          : asMaster(
              `POST /api/v1/alerts/${input.id}/${input.do}`,
              input.do === 'reopen' ? { json: { note: unique() } } : {},
            ));
      return known(answer, ({ status, body }) => {
        if (status === 201) ids.push(body.id);
        return shown(status, status < 300 ? body : undefined);
      });
    },
    // Two more reports each open an alert, though at most one can be open.
    corrupt: (history) =>
      [1, 2].reduce(
        (longer, place) =>
          followedBy(
            longer,
            { do: 'raise' },
            { code: 201, id: `new ${place}`, status: 'active', occurrences: 1 },
          ),
        history,
      ),
  };
}

function shown(
  code: number,
  alert: { id: string; status: string; occurrences: number } | undefined,
): DedupAnswer {
  return { code, id: alert?.id, status: alert?.status, occurrences: alert?.occurrences };
}

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

/** Clients rename a site, with If-Match and without, read it, and once in a while delete it. */
export async function siteTrial({
  asMaster,
  unique,
}: TrialGuard): Promise<Subject<SiteState, SiteInput, SiteAnswer>> {
  const first = unique();
  const { id } = (await asMaster('POST /api/v1/sites', { json: { name: first } })).body;
  const etags: string[] = [];
  const path = `/api/v1/sites/${id}`;
  return {
    model: siteModel(first),
    choose(dice) {
      if (dice.chance(0.4)) return { do: 'read' };
      if (dice.chance(0.03)) return { do: 'delete' };
      const ifMatch = etags.length > 0 && dice.chance(0.5) ? dice.pick(etags.slice(-2)) : undefined;
      return { do: 'rename', name: unique(), ifMatch };
    },
    async send(input) {
      const answer = await (input.do === 'read'
        ? asMaster(`GET ${path}`)
        : input.do === 'delete'
          ? asMaster(`DELETE ${path}`)
          : asMaster(`PATCH ${path}`, {
              json: { name: input.name },
              headers: input.ifMatch ? { 'If-Match': input.ifMatch } : {},
            }));
      return known(answer, ({ status, body, headers }) => {
        if (status !== 200) return { status };
        const etag = headers.get('etag') ?? '';
        etags.push(etag);
        return { status, name: body.name, etag };
      });
    },
    // What was read at first is read again after others have changed it.
    corrupt: (history) => followedBy(history, { do: 'read' }, { status: 200, name: first, etag: '"stale"' }),
  };
}

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
