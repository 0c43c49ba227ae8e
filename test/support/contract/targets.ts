import fc from 'fast-check';
import type { TargetKind } from '../../../lib/admin/entity-kinds.ts';
import { DEMO_PASSWORD } from '../../../lib/local/demo-data.ts';
import type { TestGuard } from '../guard.ts';
import type { TestMail } from '../mail.ts';
import { creationOf, KINDS, LIMITED_KINDS } from '../new-entity.ts';
import { createProvider, returnWith, VERIFIER } from '../sso/sso-trial.ts';
import type { TestIssuer } from '../sso/test-issuer.ts';
import type { KnownValues } from './arbitraries.ts';
import type { Operation } from './operations.ts';
import { type PreparedPerson, preparePerson } from './people.ts';
import type { KnownRequestValues } from './requests.ts';

/** Entities for requests. */
export interface Targets {
  /** Existing entities: new ones for an operation that changes them, or shared ones for reading. */
  createFor(operation: Pick<Operation, 'id' | 'path' | 'method'>): Promise<KnownRequestValues>;
  /** The token of a caller with the permission; a new token if the operation ends the session. */
  tokenFor(operation: { readonly id: string; readonly path: string }): Promise<string>;
}

const hoursFrom = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

const ENDS_SESSION = ['logout', 'refreshToken'];
const SELF_SERVICE = ['updateCurrentUser', 'endOtherSessions', 'endSession'];

export async function createTargets(guard: TestGuard, mail: TestMail, issuer: TestIssuer): Promise<Targets> {
  const master = await guard.signIn('master@acme.test');
  const platform = await guard.signIn('platform@guard.test');
  const viewer = await guard.signIn('viewer@acme.test');
  const masterId: string = (await guard.call('GET /api/v1/auth/me', { token: master })).body.id;
  let count = 0;
  /** The person of the operation that is tested now. */
  let person: PreparedPerson | undefined;

  async function create(kind: TargetKind, siteId?: string): Promise<string> {
    count += 1;
    const { path, json } = creationOf(kind, {
      unique: `contract-${count}`,
      userId: masterId,
      ...(siteId ? { siteId } : {}),
    });
    const answer = await guard.call(`POST ${path}`, { token: kind === 'tenant' ? platform : master, json });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body.id;
  }

  /** Deletes all of a kind except the one for reading: a tenant may have few. */
  async function deleteOthers(kind: TargetKind): Promise<void> {
    const { path } = creationOf(kind, { unique: '' });
    const { body } = await guard.call(`GET ${path}?limit=100`, { token: master });
    for (const { id } of body.data) {
      if (id !== onlyRead[`${kind}_id`]) await guard.call(`DELETE ${path}/${id}`, { token: master });
    }
  }

  type Ids = Record<`${TargetKind}_id`, string>;

  async function createAll(): Promise<Ids> {
    const siteId = await create('site');
    const others = KINDS.filter((kind) => kind !== 'site');
    const ids = await Promise.all(others.map(async (kind) => [`${kind}_id`, await create(kind, siteId)]));
    return { site_id: siteId, ...Object.fromEntries(ids) };
  }

  /** The entities that an operation may change: those in its path, and the alerts of its body. */
  async function createChanged({
    id,
    path,
    method,
  }: Pick<Operation, 'id' | 'path' | 'method'>): Promise<Partial<Ids>> {
    const isOfSite = method === 'post' && path.startsWith('/api/v1/sites/');
    if (method === 'get' || isOfSite) return {};
    const kinds = KINDS.filter(
      (kind) => path.includes(`{${kind}_id}`) || (kind === 'alert' && /Alerts$/.test(id)),
    );
    for (const kind of LIMITED_KINDS) {
      if (kinds.includes(kind)) await deleteOthers(kind);
    }
    const ids = await Promise.all(
      kinds.map(async (kind) => {
        // A site may have few contacts and tests, and the shared one may be full.
        const siteId = kind === 'contact' || kind === 'test' ? await create('site') : onlyRead.site_id;
        return [`${kind}_id`, await create(kind, kind === 'site' ? undefined : siteId)];
      }),
    );
    return Object.fromEntries(ids);
  }

  /** Creates a session only if it is needed, because a login is slow. */
  async function sessionFor(id: string): Promise<{ token_id?: number }> {
    return id === 'endSession'
      ? { token_id: Number.parseInt(await guard.signIn('viewer@acme.test'), 10) }
      : {};
  }

  async function deliveryFor(path: string, { webhook_id }: Ids): Promise<{ delivery_id?: string }> {
    if (!path.includes('{delivery_id}')) return {};
    const { body } = await guard.call(`POST /api/v1/webhooks/${webhook_id}/test`, { token: master });
    return { delivery_id: body.id };
  }

  async function overrideFor(path: string, { schedule_id }: Ids): Promise<{ override_id?: string }> {
    if (!path.includes('{override_id}')) return {};
    const json = { user_id: masterId, since: '2026-12-24T08:00:00Z', until: '2026-12-26T08:00:00Z' };
    const { body } = await guard.call(`POST /api/v1/schedules/${schedule_id}/overrides`, {
      token: master,
      json,
    });
    return { override_id: body.id };
  }

  /** The key of a step of the alert's plan. Operations on plans leave others than those that were made here. */
  async function keyFor(path: string, { alert_id }: Ids): Promise<{ key?: string }> {
    if (!path.includes('{key}')) return {};
    const { body } = await guard.call(`GET /api/v1/alerts/${alert_id}/plan`, { token: master });
    return { key: body.steps[0].key };
  }

  const other = await createAll();
  const onlyRead = await createAll();
  const { tenant_id } = (await guard.call('GET /api/v1/auth/me', { token: master })).body;

  return {
    async createFor({ id, path, method }) {
      const target = { ...onlyRead, ...(await createChanged({ id, path, method })) };
      if (id === 'reopenAlert') {
        await guard.call(`POST /api/v1/alerts/${target.alert_id}/resolve`, { token: master });
      }
      count += 1;
      person = await preparePerson(guard, mail, { id, master, email: `contract-${count}@acme.test` });
      if (person) target.user_id = person.user_id;
      if (path.includes('/auth/sso')) await deleteOthers('identity_provider');
      const sso = await prepareSso(guard, issuer, id);
      return {
        path: Object.fromEntries(
          Object.entries({
            ...target,
            ...(await keyFor(path, target)),
            ...(await sessionFor(id)),
            ...(await deliveryFor(path, target)),
            ...(await overrideFor(path, target)),
            ...(person?.channel_id ? { channel_id: person.channel_id } : {}),
          }).map(([name, value]) => [name, fc.constant(value)]),
        ),
        others: {
          tenant_id: fc.constantFrom(tenant_id, target.tenant_id),
          site_id: fc.constantFrom(target.site_id, target.site_id, other.site_id, other.zone_id),
          zone_id: fc.constantFrom(target.zone_id, null, null, other.zone_id),
          device_id: fc.constantFrom(target.device_id, null, null, other.device_id),
          alert_ids: fc.subarray([target.alert_id, other.alert_id, other.zone_id], { minLength: 1 }),
          site_ids: fc.subarray([target.site_id, other.site_id, other.zone_id]),
          // The same key with another body would be rejected.
          'Idempotency-Key': fc.uuid(),
          'If-Match': fc.constantFrom('*', '"x"', 'x'),
          'If-None-Match': fc.constantFrom('*', '"x"', 'x'),
          timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Mars/Base'),
          ...(path.endsWith('/recover') ? { since: fc.constant(guard.clock.now.toISOString()) } : {}),
          ends_at: fc.constantFrom(1, 2, 48).map((hours) => hoursFrom(guard.clock.now, hours)),
          device_ids: fc.constantFrom([target.device_id], null, null, [other.device_id]),
          ...(path.endsWith('/login') ? LOGIN : {}),
          // `required` would lock the callers of all other operations out until each has a second factor.
          ...(path === '/api/v1/security' ? { second_factor: fc.constant('optional') } : {}),
          ...person?.values,
          ...sso,
          ...(path.startsWith('/api/v1/identity-providers')
            ? {
                issuer: fc.constantFrom(
                  'https://login.acme.example',
                  'http://localhost:9',
                  'https://10.0.0.1',
                  'x',
                ),
                email_domains: fc.uniqueArray(
                  fc.constantFrom('contract.example', 'Contract.EXAMPLE', 'example'),
                  { minLength: 1 },
                ),
              }
            : {}),
          ...(path.startsWith('/api/v1/action-plans')
            ? { site_ids: fc.subarray([target.site_id, other.site_id, other.zone_id], { minLength: 1 }) }
            : {}),
          ...(path.startsWith('/api/v1/schedules')
            ? {
                time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Mars/Base'),
                starts_on: fc.constantFrom('2026-11-02', '2028-02-29'),
                user_id: fc.constantFrom(masterId, other.zone_id),
                user_ids: fc.constantFrom([masterId], [masterId, masterId], [masterId, other.zone_id]),
                since: fc.constant('2026-12-01T08:00:00Z'),
                until: fc.constantFrom(
                  '2026-12-02T08:00:00Z',
                  '2026-11-01T08:00:00Z',
                  '2027-12-01T08:00:00Z',
                ),
              }
            : {}),
          ...(path.startsWith('/api/v1/notification-rules')
            ? {
                site_ids: fc.constantFrom(null, [target.site_id], [target.site_id, other.zone_id]),
                recipients: fc.constantFrom<object[][]>(
                  [{ user_id: masterId }],
                  [{ schedule_id: target.schedule_id }, { user_id: masterId }, { user_id: masterId }],
                  [{ user_id: masterId }, { schedule_id: other.zone_id }],
                ),
              }
            : {}),
          ...(path.startsWith('/api/v1/webhooks')
            ? {
                url: fc.constantFrom('https://hooks.example.com/x', NOBODY, 'https://10.0.0.1/', 'x'),
                site_ids: fc.subarray([target.site_id, other.site_id, other.zone_id], { minLength: 1 }),
              }
            : {}),
        },
      };
    },
    async tokenFor({ id, path }) {
      if (person?.token) return person.token;
      if (ENDS_SESSION.includes(id)) return guard.signIn('master@acme.test');
      if (SELF_SERVICE.includes(id)) return viewer;
      return path.startsWith('/api/v1/tenants') ? platform : master;
    },
  };
}

/** No server listens there. */
const NOBODY = 'http://localhost:9/';

const LOGIN = {
  email: fc.constantFrom('master@acme.test', ' Viewer@acme.test', 'blocked@acme.test', 'nobody@acme.test'),
  password: fc.constantFrom(DEMO_PASSWORD, 'wrong'),
};

const DOMAIN = 'contract.test';
const EMAIL = `sofia@${DOMAIN}`;

/** The values with which an operation of single sign-on succeeds, among others; `undefined` for all other operations. */
async function prepareSso(
  guard: TestGuard,
  issuer: TestIssuer,
  id: string,
): Promise<KnownValues | undefined> {
  const provide = () =>
    createProvider(guard, issuer, { email_domains: [DOMAIN], creates_users: true, default_role: 'viewer' });
  if (id === 'startSso') {
    await provide();
    return {
      email: fc.constantFrom(EMAIL, 'sofia@contract.example'),
      redirect_uri: fc.constantFrom(`${guard.url}/console`, 'https://evil.example/'),
    };
  }
  if (id !== 'redeemSsoCode') return undefined;
  await provide();
  const { code } = await returnWith(guard, issuer, { sub: 'x', email: EMAIL, email_verified: true }, EMAIL);
  return {
    code: fc.constantFrom(code, 'wrong'),
    code_verifier: fc.constantFrom(VERIFIER, 'x'.repeat(43)),
  };
}
