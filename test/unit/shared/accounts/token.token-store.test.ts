import { expect, test } from 'vitest';
import { endToken, issueToken, tokenItem } from '../../../../shared/accounts/token.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const owner = {
  tenantId: '019a0000-0000-7000-8000-000000000002',
  userId: '019a0000-0000-7000-8000-000000000001',
};
const token = issueToken(owner, (size) => new Uint8Array(size).fill(7));
const key = { pk: `TENANT#${owner.tenantId}`, sk: `TOKEN#${owner.userId}#${token.tokenId}` };

test('A token is stored as a hash until it expires', () => {
  const now = new Date('2026-11-20T12:00:00.500Z');
  expect(tokenItem(token, { sessionVersion: 3, now, lifetimeMinutes: 60 })).toEqual({
    ...key,
    data: {
      token_id: token.tokenId,
      user_id: owner.userId,
      secret_hash: token.secretHash,
      session_version: 3,
      created_at: '2026-11-20T12:00:00.500+00:00',
      expires_at: '2026-11-20T13:00:00.500+00:00',
    },
    // Whole seconds, and none too early.
    ttl: Date.UTC(2026, 10, 20, 13, 0, 1) / 1000,
  });
});

test('Ending a token of a session requires that it exists', async () => {
  const { table, sent } = fakeTable([{}]);
  await endToken(table, token, 'not_found');
  expect(sent).toMatchObject([
    {
      name: 'TransactWriteCommand',
      input: { TransactItems: [{ Delete: { Key: key, ConditionExpression: 'attribute_exists(pk)' } }] },
    },
  ]);
});

test('Ending a token that does not exist fails with the given error', async () => {
  const gone = cancelledAt(0);
  const { table } = fakeTable([gone]);
  await expect(endToken(table, token, 'not_found')).rejects.toMatchObject({ code: 'not_found' });
});

test('Ending a token without any reply of the table fails, because a refresh may have replaced the token', async () => {
  const lost = Object.assign(new Error('no answer'), { name: 'TimeoutError' });
  const { table } = fakeTable([lost, {}]);
  await expect(endToken(table, token, 'not_found')).rejects.toThrow('no answer');
});
