import * as z from 'zod';
import type { User } from '../shared/accounts/user.ts';
import { BENCH_PASSWORD } from './bench-data.ts';
import type { SizedTenant } from './count-sizes.ts';
import type { GuardUnderTest } from './guard-under-test.ts';

const createdSchema = z.object({ id: z.string() });

export async function newTenant(
  guard: GuardUnderTest,
  platformAdmin: User,
  name: string,
): Promise<SizedTenant & { readonly id: string }> {
  const master = { name: 'Master', email: `master-of-${name}@bench.test`, password: BENCH_PASSWORD };
  const answer = await guard.call({
    method: 'POST',
    path: '/api/v1/tenants',
    token: await guard.signIn(platformAdmin),
    json: { name, master },
  });
  return { id: createdSchema.parse(answer).id, name, token: await guard.signIn(master) };
}
