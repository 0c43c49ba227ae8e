import { expect, test } from 'vitest';
import { listSessions } from '../../../../shared/accounts/list-sessions.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { CREATED_AT, makeAccount } from '../../../support/make-user.ts';

const EXPIRES_AT = '2026-11-21T12:00:00.000+00:00';
const account = makeAccount();
const { id, tenant_id } = account.entity;

const tokenItem = (fields: object = {}) => ({
  data: {
    token_id: 7,
    user_id: id,
    secret_hash: 'hash',
    session_version: account.credentials.session_version,
    created_at: CREATED_AT,
    expires_at: EXPIRES_AT,
    ...fields,
  },
});

test.each([
  ['a millisecond before its token expires', Date.parse(EXPIRES_AT) - 1, [7]],
  ['at the instant at which its token expires', Date.parse(EXPIRES_AT), []],
])('A session is listed as open only before its token expires: %s', async (_, now, open) => {
  const { table } = fakeTable([{ Items: [tokenItem()] }]);
  const sessions = await listSessions(table, account, new Date(now));
  expect(sessions.map(({ tokenId }) => tokenId)).toEqual(open);
});

test('The open sessions of a user are listed, oldest first', async () => {
  const { table, sent } = fakeTable([
    {
      Items: [
        tokenItem({ token_id: 2, created_at: '2026-11-20T14:00:00.000+00:00' }),
        tokenItem({ token_id: 3, session_version: 2 }),
        tokenItem({ token_id: 1, created_at: '2026-11-20T13:00:00.000+00:00' }),
      ],
    },
  ]);
  expect(await listSessions(table, account, new Date(CREATED_AT))).toEqual([
    { tokenId: 1, createdAt: '2026-11-20T13:00:00.000+00:00', expiresAt: EXPIRES_AT },
    { tokenId: 2, createdAt: '2026-11-20T14:00:00.000+00:00', expiresAt: EXPIRES_AT },
  ]);
  expect(sent[0]?.input.ExpressionAttributeValues).toEqual({
    ':v0': `TENANT#${tenant_id}`,
    ':v1': `TOKEN#${id}#`,
  });
});
