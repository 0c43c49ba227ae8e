import { TARGET_KINDS, type TargetKind } from '../../lib/admin/entity-kinds.ts';
import { ROLES, type Role } from '../../shared/base/access.ts';
import { KEY_ACCESS, type KeyAccess } from '../../shared/base/actor.ts';
import type { Route } from '../../shared/http/route.ts';
import type { TestGuard } from './guard.ts';
import { creationOf, kindNamedBy, LIMITED_KINDS } from './new-entity.ts';

const MISSING = '019a0000-0000-7000-8000-000000000000';

/** Callers of every profile in one tenant, and entities of every kind in every situation that access distinguishes. */
export interface Premises {
  readonly tenantId: string;
  readonly tokens: Readonly<Record<Role, string>>;
  /** Plain texts of keys of the same tenant: unbound, bound to the assigned site, and, if it reports, to a device there. */
  readonly keys: Readonly<Record<KeyAccess, readonly string[]>>;
  /** A path of the route with a target in that situation. A route that deletes gets a new target each time. */
  pathTo(route: Route, situation: string, caller: Role): Promise<string>;
}

const ACCOUNTS: Record<Role, string> = {
  platform_admin: 'platform@guard.test',
  tenant_master: 'master@acme.test',
  tenant_admin: 'admin@acme.test',
  operator: 'operator@acme.test',
  viewer: 'viewer@acme.test',
};

/** Of these, a tenant may have fewer than the tests need. */
const isFew = (kind: TargetKind) => (TARGET_KINDS[kind].limit?.maximum ?? Infinity) <= 20;

type Situations = Readonly<Record<string, string>>;

export async function createPremises(guard: TestGuard): Promise<Premises> {
  const signedIn = await Promise.all(
    ROLES.map(async (role) => [role, await guard.signIn(ACCOUNTS[role])] as const),
  );
  const tokens = Object.fromEntries(signedIn) as Record<Role, string>;
  const foreignMaster = await guard.signIn('master@globex.test');
  const as = async (token: string, request: string, json?: unknown) => {
    const answer = await guard.call(request, { token, ...(json === undefined ? {} : { json }) });
    if (answer.status >= 300) throw new Error(`${request}: ${answer.text}`);
    return answer.body;
  };

  const users = await Promise.all(
    ROLES.map(async (role) => [role, await as(tokens[role], 'GET /api/v1/auth/me')] as const),
  );
  const selves = Object.fromEntries(users);
  const tenantId: string = selves.operator.tenant_id;
  const foreignUserId: string = (await as(foreignMaster, 'GET /api/v1/auth/me')).id;
  const foreignSites = (await as(foreignMaster, 'GET /api/v1/sites')).data;
  const foreignTenantId: string = foreignSites[0].tenant_id;
  const [unassigned, assigned] = (await as(tokens.tenant_master, 'GET /api/v1/sites')).data;
  for (const role of ['operator', 'viewer'] as const) {
    await as(tokens.tenant_master, `PUT /api/v1/users/${selves[role].id}/sites`, { site_ids: [assigned.id] });
  }
  const device = await as(tokens.tenant_master, `POST /api/v1/sites/${assigned.id}/devices`, {
    name: 'x',
    type: 'camera',
  });
  for (const [token, { id }] of [
    [tokens.tenant_master, assigned],
    [tokens.tenant_master, unassigned],
    [foreignMaster, foreignSites[0]],
  ]) {
    await as(token, 'POST /api/v1/alerts', { site_id: id, type: 'panic', severity: 'low', message: 'x' });
    for (const kind of ['contact', 'test'] as const) {
      const { path, json } = creationOf(kind, { siteId: id, unique: 'x' });
      await as(token, `POST ${path}`, json);
    }
  }
  const inAMonth = new Date(guard.clock.now.getTime() + 30 * 86_400_000).toISOString();
  const keys: Record<KeyAccess, string[]> = { report: [], read: [], wall: [] };
  for (const access of KEY_ACCESS) {
    for (const binding of [{}, { site_id: assigned.id }, { device_id: device.id }]) {
      if (access !== 'report' && binding.device_id) continue;
      const expiry = access === 'wall' ? { expires_at: inAMonth } : {};
      const json = { name: 'x', access, ...binding, ...expiry };
      keys[access].push((await as(tokens.tenant_master, 'POST /api/v1/keys', json)).key);
    }
  }
  // A key that only a platform admin finds.
  await as(foreignMaster, 'POST /api/v1/keys', { name: 'x' });
  const sites: Situations = {
    'assigned site': assigned.id,
    'unassigned site': unassigned.id,
    'foreign tenant': foreignSites[0].id,
    missing: MISSING,
  };

  let count = 0;
  const make = async (kind: TargetKind, owner: string, siteId?: string, fields: object = {}) => {
    count += 1;
    const userId = owner === foreignMaster ? foreignUserId : selves.tenant_master.id;
    const place = { unique: `access-${count}`, userId, ...(siteId ? { siteId } : {}) };
    const { path, json } = creationOf(kind, place);
    return (await as(owner, `POST ${path}`, { ...json, ...fields })).id;
  };

  const few = new Map<string, string>();
  /** Replaces the previous one of its tenant, which may have only a few. */
  const replace = async (kind: TargetKind, owner: string) => {
    const before = few.get(`${kind} ${owner}`);
    const { path } = creationOf(kind, { unique: '' });
    if (before) await guard.call(`DELETE ${path}/${before}`, { token: owner });
    const id = await make(kind, owner);
    few.set(`${kind} ${owner}`, id);
    return id;
  };

  for (const master of [tokens.tenant_master, foreignMaster]) {
    for (const kind of LIMITED_KINDS) await (isFew(kind) ? replace : make)(kind, master);
  }

  const newDelivery = async (webhook: string | undefined, situation: string): Promise<string> => {
    if (situation === 'missing') return MISSING;
    return (
      await as(situation === 'foreign tenant' ? foreignMaster : tokens.tenant_master, `POST ${webhook}/test`)
    ).id;
  };

  const newOverride = async (schedule: string | undefined, situation: string): Promise<string> => {
    if (situation === 'missing') return MISSING;
    const isForeign = situation === 'foreign tenant';
    return (
      await as(isForeign ? foreignMaster : tokens.tenant_master, `POST ${schedule}/overrides`, {
        user_id: isForeign ? foreignUserId : selves.tenant_master.id,
        since: '2026-12-24T08:00:00Z',
        until: '2026-12-26T08:00:00Z',
      })
    ).id;
  };

  const reused = new Map<string, Promise<string>>();
  function targetFor(method: string, target: TargetKind, situation: string, caller: Role): Promise<string> {
    if (method === 'DELETE') return makeTarget(target, situation, caller);
    // A tenant or a user can be the caller itself.
    const key = `${target} ${situation} ${target === 'tenant' || target === 'user' ? caller : ''}`;
    const made = reused.get(key) ?? makeTarget(target, situation, caller);
    if (isFew(target)) return made;
    reused.set(key, made);
    return made;
  }

  async function makeTarget(target: TargetKind, situation: string, caller: Role): Promise<string> {
    if (situation === 'missing') return MISSING;
    const owner = situation === 'foreign tenant' ? foreignMaster : tokens.tenant_master;
    const siteId = sites[situation];
    switch (target) {
      case 'tenant':
        if (situation === 'own tenant') return selves[caller].tenant_id;
        return make('tenant', tokens.platform_admin);
      case 'user':
        if (situation === 'oneself') return selves[caller].id;
        return make('user', owner, undefined, situation === 'a master' ? { role: 'tenant_master' } : {});
      case 'site':
        return siteId ?? MISSING;
      default:
        return isFew(target) ? replace(target, owner) : make(target, owner, siteId);
    }
  }

  return {
    tenantId,
    tokens,
    keys,
    async pathTo(route, situation, caller) {
      const { method, path } = route;
      const target = kindNamedBy(route);
      if (target) {
        const filled = path
          .replace(/\{\w+\}/, await targetFor(method, target, situation, caller))
          .replace('{key}', 'call');
        const [schedule, override] = filled.split('/overrides/');
        if (override !== undefined) return `${schedule}/overrides/${await newOverride(schedule, situation)}`;
        const [webhook, rest] = filled.split('/deliveries/{delivery_id}');
        return rest === undefined
          ? filled
          : `${webhook}/deliveries/${await newDelivery(webhook, situation)}${rest}`;
      }
      if (situation === 'everything') return path;
      const days = path.includes('/statistics/') ? '&since=2026-11-01&until=2026-12-01' : '';
      return `${path}?tenant_id=${situation === 'foreign tenant' ? foreignTenantId : tenantId}${days}`;
    },
  };
}
