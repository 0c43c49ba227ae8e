import type { Role } from '../../shared/base/access.ts';
import { ADMIN, call, create, PASSWORD, signIn } from './deployed-guard.ts';

export interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A tenant with a site, and its master signed in. */
export interface Premises {
  readonly tenantId: string;
  readonly siteId: string;
  readonly master: SignedIn;
}

let people = 0;
const person = (name: string) => {
  people += 1;
  return { name, email: `${name}-${people}-${Date.now()}@example.com`, password: PASSWORD };
};

/** Creates a tenant for one suite. */
export async function openPremises(name: string): Promise<Premises> {
  const account = person('master');
  const tenant = await create('/api/v1/tenants', await signIn(ADMIN), { name, master: account });
  const token = await signIn(account);
  const { body: me } = await call('GET /api/v1/auth/me', { token });
  const site = await create('/api/v1/sites', token, { name: 'Headquarters' });
  return { tenantId: tenant.id, siteId: site.id, master: { id: me.id, email: account.email, token } };
}

/** Creates a user of a tenant with these sites, and signs them in. */
export async function addUser(
  master: SignedIn,
  role: Exclude<Role, 'platform_admin' | 'tenant_master'>,
  siteIds: readonly string[],
): Promise<SignedIn> {
  const account = person(role);
  const { id } = await create('/api/v1/users', master.token, { ...account, role });
  const assigned = await call(`PUT /api/v1/users/${id}/sites`, {
    token: master.token,
    json: { site_ids: siteIds },
  });
  if (assigned.status !== 200) throw new Error(`Sites were not assigned: ${assigned.text}`);
  return { id, email: account.email, token: await signIn(account) };
}

export async function raiseAlert({ token }: SignedIn, siteId: string, message = 'Movement while armed') {
  const json = { site_id: siteId, type: 'intrusion', severity: 'critical', message };
  return create('/api/v1/alerts', token, json);
}
