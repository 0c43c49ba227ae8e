import { expect, test } from 'vitest';
import { deleteTenant } from '../../../../shared/tenants/delete-tenant.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const tenant = makeTenant();
const stored = TENANTS.read({ ...TENANTS.item(tenant), revision: 1 });

async function remove(answers: readonly unknown[]) {
  const context = { caller: makeCaller('platform_admin', 'platform'), ifMatch: undefined };
  return deleteTenant(fakeTable(answers).table, stored, context).then(
    () => 'deleted',
    ({ message }) => message,
  );
}

test('If the read for alerts fails, deleting a tenant fails with that error, even if the announcement cannot be withdrawn', async () => {
  expect(await remove([{}, new Error('no table')])).toBe('no table');
  expect(await remove([{}, new Error('no table'), new Error('still none')])).toBe('no table');
  expect(await remove([{}, new Error('no table'), conditionFailed()])).toBe('no table');
});
