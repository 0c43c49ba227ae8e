import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { race } from '../support/race.ts';

const PASSWORD = 'a long enough password';

let guard: TestGuard;
let platform: string;
let count = 0;
beforeAll(async () => {
  guard = await startGuard();
  platform = await guard.signIn('platform@guard.test');
});
afterAll(() => guard.stop());

/** A signed-in platform admin, in a new tenant or in a given one. */
async function newAdmin(tenantId?: string) {
  count += 1;
  const email = `admin-${count}@guard.test`;
  const tenant =
    tenantId ??
    (await guard.call('POST /api/v1/tenants', { token: platform, json: { name: email } })).body.id;
  const created = await guard.call(`POST /api/v1/users?tenant_id=${tenant}`, {
    token: platform,
    json: { name: email, email, role: 'platform_admin', password: PASSWORD },
  });
  if (created.status !== 201) throw new Error(created.text);
  const { body } = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  return { id: created.body.id as string, tenantId: tenant as string, email, token: body.token as string };
}

type Admin = Awaited<ReturnType<typeof newAdmin>>;

async function isPlatformAdmin({ token }: Admin): Promise<boolean> {
  const { status, body } = await guard.call('GET /api/v1/auth/me', { token });
  return status === 200 && body.role === 'platform_admin';
}

/** Ways in which one platform admin can end the other's access. */
const WAYS: Record<string, (by: Admin, other: Admin) => Promise<{ status: number }>> = {
  deletes: (by, other) => guard.call(`DELETE /api/v1/users/${other.id}`, { token: by.token }),
  demotes: (by, other) =>
    guard.call(`PATCH /api/v1/users/${other.id}`, { token: by.token, json: { role: 'tenant_master' } }),
  blocks: (by, other) =>
    guard.call(`PATCH /api/v1/users/${other.id}`, { token: by.token, json: { status: 'blocked' } }),
  'closes the tenant of': (by, other) =>
    guard.call(`PATCH /api/v1/tenants/${other.tenantId}`, { token: by.token, json: { status: 'inactive' } }),
};

describe('two platform admins who remove each other’s access', () => {
  const pairs = Object.keys(WAYS).flatMap((first, place) =>
    Object.keys(WAYS)
      .slice(place)
      .map((second) => [first, second] as const),
  );

  test.each(pairs)(
    'When one platform admin %s another, who %s the first at the same time, exactly one of the two remains',
    async (first, second) => {
      for (let round = 0; round < 2; round++) {
        const one = await newAdmin();
        const other = await newAdmin();
        const answers = await race(
          round,
          async () => WAYS[first]?.(one, other),
          async () => WAYS[second]?.(other, one),
        );
        const left = [await isPlatformAdmin(one), await isPlatformAdmin(other)];
        expect(left.filter(Boolean), JSON.stringify(answers)).toHaveLength(1);
        expect(answers.filter((answer) => (answer?.status ?? 500) < 300)).toHaveLength(1);
        expect(answers.filter((answer) => (answer?.status ?? 500) >= 500)).toEqual([]);
      }
    },
  );

  test('When two platform admins of one tenant delete each other at the same time, exactly one remains', async () => {
    for (let round = 0; round < 2; round++) {
      const one = await newAdmin();
      const other = await newAdmin(one.tenantId);
      await race(
        round,
        async () => WAYS['deletes']?.(one, other),
        async () => WAYS['deletes']?.(other, one),
      );
      expect([await isPlatformAdmin(one), await isPlatformAdmin(other)].filter(Boolean)).toHaveLength(1);
    }
  });

  test('The table is consistent after platform admins removed each other', async () => {
    expect(await findInconsistencies(guard.table)).toEqual([]);
  });
});

test('The administration command refuses to block the last platform admin who can sign in', async () => {
  const own = await startGuard();
  try {
    const token = await own.signIn('platform@guard.test');
    const as = (request: string, json: object) => own.call(request, { token, json });
    const json = { name: 'x', role: 'platform_admin', password: PASSWORD };
    const { name, endpoint } = own.table;
    const block = ['block-user', '--email', 'platform@guard.test', '--table', name, '--endpoint', endpoint];
    const refused = await runAdminHere(block);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('The platform must keep at least one active platform admin.');
    const login = await own.call('POST /api/v1/auth/login', {
      json: { email: 'platform@guard.test', password: DEMO_PASSWORD },
    });
    expect(login.status).toBe(200);
    const path = `/api/v1/users?tenant_id=${login.body.user.tenant_id}`;
    const other = await as(`POST ${path}`, { ...json, email: 'second@guard.test' });
    expect(other.status).toBe(201);
    // The newest one cannot sign in.
    own.clock.advance(1_000);
    const { id } = (await as('POST /api/v1/tenants', { name: 'Inactive' })).body;
    await as(`POST /api/v1/users?tenant_id=${id}`, { ...json, email: 'inactive@guard.test' });
    await as(`PATCH /api/v1/tenants/${id}`, { status: 'inactive' });
    expect((await runAdminHere(block)).exitCode).toBe(0);
  } finally {
    await own.stop();
  }
});
