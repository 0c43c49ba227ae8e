import { expect, test } from 'vitest';
import { endSessions, endTenantSessions } from '../../../../shared/accounts/end-sessions.ts';
import { USERS } from '../../../../shared/accounts/user.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const TENANT_ID = makeUser().tenant_id;

test('Ending the sessions of a user who does not exist creates no user', async () => {
  const { table } = fakeTable([conditionFailed()]);
  expect(await endSessions(table, { id: 'u', tenant_id: TENANT_ID, name: 'x' })).toBe(false);
});

test('Ending all sessions of a tenant skips users who are deleted meanwhile', async () => {
  const users = Array.from({ length: 40 }, (_, place) =>
    makeUser({ id: `019a0000-0000-7000-8000-0000000000${10 + place}` }),
  );
  const items = users.map((user) => ({
    ...USERS.item(user),
    credentials: { password_hash: null, session_version: 1 },
  }));
  const { table, sent } = fakeTable([{ Items: items }, conditionFailed()]);
  expect(await endTenantSessions(table, TENANT_ID)).toBe(39);
  const [query, ...updates] = sent;
  expect(query?.input.ExpressionAttributeValues).toEqual({
    ':v0': `TENANT#${TENANT_ID}`,
    ':v1': 'USER#',
    ':v2': 'USER#\u{10FFFF}',
  });
  expect(updates.map(({ input }) => input.Key.sk).sort()).toEqual(users.map(({ id }) => `USER#${id}`));
});
