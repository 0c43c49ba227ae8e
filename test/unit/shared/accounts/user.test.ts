import { expect, test } from 'vitest';
import { USERS } from '../../../../shared/accounts/user.ts';
import { makeUser } from '../../../support/make-user.ts';

test('A user is indexed by role and status, and scope checks use the user’s tenant, id and role', () => {
  const user = makeUser({ tenant_id: 'acme' });
  expect(USERS.item(user)).toMatchObject({
    tenant_type: 'TENANT#acme#USER#operator',
    tenant_status: 'TENANT#acme#USER#active',
    tenant_type_severity: 'TENANT#acme#USER#operator#active',
  });
  expect(USERS.subject(user)).toEqual({ tenant_id: 'acme', user_id: user.id, role: 'operator' });
});
