import fc from 'fast-check';
import { DEMO_PASSWORD } from '../../../lib/local/demo-data.ts';
import type { TestGuard } from '../guard.ts';
import type { Operation } from './operations.ts';
import type { KnownRequestValues } from './requests.ts';

/** Things that requests can be about. */
export interface Targets {
  /** Things that exist: made for one operation to use up, or shared by those that only read. */
  createFor(operation: Pick<Operation, 'id' | 'path' | 'method'>): Promise<KnownRequestValues>;
  /** The token of somebody who may call an operation; one of its own where calling ends the session. */
  tokenFor(operation: { readonly id: string; readonly path: string }): Promise<string>;
}

const ENDS_SESSION = ['logout', 'refreshToken'];
const SELF_SERVICE = ['updateCurrentUser', 'endOtherSessions', 'endSession'];

export async function createTargets(guard: TestGuard): Promise<Targets> {
  const master = await guard.signIn('master@acme.test');
  const platform = await guard.signIn('platform@guard.test');
  const viewer = await guard.signIn('viewer@acme.test');
  let count = 0;
  let onlyRead: Awaited<ReturnType<typeof createAll>> | undefined;

  async function create(request: string, json: object, token = master): Promise<string> {
    const answer = await guard.call(request, { token, json });
    if (answer.status !== 201) throw new Error(`${request}: ${answer.text}`);
    return answer.body.id;
  }

  /** In the place of those before, but for one that is only read: a tenant has few. */
  async function createWebhook(): Promise<string> {
    const { body } = await guard.call('GET /api/v1/webhooks?limit=100', { token: master });
    for (const { id } of body.data) {
      if (id !== onlyRead?.webhook_id) await guard.call(`DELETE /api/v1/webhooks/${id}`, { token: master });
    }
    return create('POST /api/v1/webhooks', { url: NOBODY, events: ['alert.raised'] });
  }

  async function createAll() {
    count += 1;
    const user = {
      name: 'x',
      email: `contract-${count}@guard.test`,
      password: 'x'.repeat(12),
      role: 'operator',
    };
    const site_id = await create('POST /api/v1/sites', { name: 'x' });
    const [zone_id, device_id, user_id, tenant_id, alert_id, key_id] = await Promise.all([
      create(`POST /api/v1/sites/${site_id}/zones`, { name: 'x' }),
      create(`POST /api/v1/sites/${site_id}/devices`, { name: 'x', type: 'x' }),
      create('POST /api/v1/users', user),
      create('POST /api/v1/tenants', { name: 'x' }, platform),
      create('POST /api/v1/alerts', { site_id, type: 'x', severity: 'low', message: 'x' }),
      create('POST /api/v1/keys', { name: 'x' }),
    ]);
    const webhook_id = await createWebhook();
    return { site_id, zone_id, device_id, user_id, tenant_id, alert_id, key_id, webhook_id };
  }

  /** A token takes long to make. */
  async function sessionFor(id: string): Promise<{ token_id?: number }> {
    return id === 'endSession'
      ? { token_id: Number.parseInt(await guard.signIn('viewer@acme.test'), 10) }
      : {};
  }

  const other = await createAll();
  onlyRead = await createAll();
  const { tenant_id } = (await guard.call('GET /api/v1/auth/me', { token: master })).body;

  return {
    async createFor({ id, path, method }) {
      const target = { ...(await ((method === 'get' && onlyRead) || createAll())) };
      if (id === 'deleteSite') target.site_id = await create('POST /api/v1/sites', { name: 'x' });
      if (id === 'reopenAlert') {
        await guard.call(`POST /api/v1/alerts/${target.alert_id}/resolve`, { token: master });
      }
      return {
        path: Object.fromEntries(
          Object.entries({ ...target, ...(await sessionFor(id)) }).map(([name, value]) => [
            name,
            fc.constant(value),
          ]),
        ),
        others: {
          tenant_id: fc.constantFrom(tenant_id, target.tenant_id),
          site_id: fc.constantFrom(target.site_id, target.site_id, other.site_id, other.zone_id),
          zone_id: fc.constantFrom(target.zone_id, null, null, other.zone_id),
          device_id: fc.constantFrom(target.device_id, null, null, other.device_id),
          alert_ids: fc.subarray([target.alert_id, other.alert_id, other.zone_id], { minLength: 1 }),
          site_ids: fc.subarray([target.site_id, other.site_id, other.zone_id]),
          // One of another body would be refused.
          'Idempotency-Key': fc.uuid(),
          'If-Match': fc.constantFrom('*', '"x"', 'x'),
          'If-None-Match': fc.constantFrom('*', '"x"', 'x'),
          timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Mars'),
          ...(path.endsWith('/login') ? LOGIN : {}),
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
      if (ENDS_SESSION.includes(id)) return guard.signIn('master@acme.test');
      if (SELF_SERVICE.includes(id)) return viewer;
      return path.startsWith('/api/v1/tenants') ? platform : master;
    },
  };
}

/** Nobody listens there. */
const NOBODY = 'http://localhost:9/';

const LOGIN = {
  email: fc.constantFrom('master@acme.test', ' Viewer@acme.test', 'blocked@acme.test', 'nobody@acme.test'),
  password: fc.constantFrom(DEMO_PASSWORD, 'wrong'),
};
