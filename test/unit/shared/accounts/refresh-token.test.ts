import { expect, test } from 'vitest';
import { refreshToken } from '../../../../shared/accounts/refresh-token.ts';
import { issueToken, tokenItem } from '../../../../shared/accounts/token.ts';
import type { Runtime } from '../../../../shared/lambda/runtime.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const now = new Date('2026-11-20T12:00:30.000Z');
const user = makeUser();
const randomBytes = (size: number) => new Uint8Array(size).fill(7);
const refused = () => cancelledAt(1);

function runtimeOf(...answers: object[]) {
  const { table, sent } = fakeTable(answers);
  const runtime = {
    table,
    settings: { tokenExpirationMinutes: 60 },
    randomBytes,
  } as unknown as Runtime;
  return { runtime, sent };
}

const presented = {
  userId: user.id,
  tenantId: user.tenant_id,
  role: 'operator',
  name: 'Olga',
  tokenId: 12,
  sessionVersion: 3,
} as const;

test('A refresh ends the presented token and issues its successor in one transaction', async () => {
  const { runtime, sent } = runtimeOf({});
  expect(await refreshToken(runtime, presented, now)).toMatch(/^\d+\|guard_/);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Put: { Item: { data: { session_version: 3, expires_at: '2026-11-20T13:00:30.000+00:00' } } } },
    {
      Delete: {
        TableName: 'guard-test',
        Key: { pk: `TENANT#${user.tenant_id}`, sk: `TOKEN#${user.id}#12` },
        ConditionExpression: '#data.#session_version = :v0',
        ExpressionAttributeValues: { ':v0': 3 },
      },
    },
  ]);
});

test('If one token is refreshed twice, one refresh fails', async () => {
  const { runtime } = runtimeOf(refused());
  await expect(refreshToken(runtime, presented, now)).rejects.toMatchObject({
    code: 'unauthenticated',
    reason: 'token_replaced',
  });
});

test('A refresh of a token while all other sessions end issues a successor with the new session version', async () => {
  const kept = tokenItem(issueToken({ tenantId: user.tenant_id, userId: user.id }, randomBytes), {
    sessionVersion: 4,
    now,
    lifetimeMinutes: 60,
  });
  const { runtime, sent } = runtimeOf(refused(), { Item: kept }, {});
  expect(await refreshToken(runtime, presented, now)).toMatch(/^\d+\|guard_/);
  expect(sent.map(({ name }) => name)).toEqual([
    'TransactWriteCommand',
    'GetCommand',
    'TransactWriteCommand',
  ]);
  expect(sent[2]?.input.TransactItems).toMatchObject([
    { Put: { Item: { data: { session_version: 4 } } } },
    { Delete: { ExpressionAttributeValues: { ':v0': 4 } } },
  ]);
});
