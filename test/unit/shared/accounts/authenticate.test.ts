import { expect, test } from 'vitest';
import { authenticate } from '../../../../shared/accounts/authenticate.ts';
import { issueToken, tokenItem } from '../../../../shared/accounts/token.ts';
import { USERS } from '../../../../shared/accounts/user.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';

const user = makeUser();
const owner = { tenantId: user.tenant_id, userId: user.id };
const token = issueToken(owner, (size) => new Uint8Array(size).fill(7));
const issuedAt = new Date('2026-11-20T12:00:00.000Z');
const later = (milliseconds: number) => new Date(issuedAt.getTime() + milliseconds);
const LIFETIME = 60 * 60_000;

const stored = tokenItem(token, { sessionVersion: 3, now: issuedAt, lifetimeMinutes: 60 });
const userItem = { ...USERS.item(user), credentials: { password_hash: null, session_version: 3 } };
const tenantItem = { pk: `TENANT#${user.tenant_id}`, sk: 'TENANT', data: { status: 'active' } };

function read(items: readonly object[], now = later(1)) {
  const { table, sent } = fakeTable(() => ({ Responses: { 'guard-test': items } }));
  return { result: authenticate(table, token, now, new Set()), sent };
}

test('A token authenticates its user with the current role', async () => {
  const { result } = read([stored, { ...userItem, data: { ...user, role: 'viewer' } }, tenantItem]);
  expect(await result).toEqual({
    ...owner,
    role: 'viewer',
    name: user.name,
    tokenId: token.tokenId,
    sessionVersion: 3,
  });
});

test.each([
  ['the number of its children', { children: 12 }, { tenantChildren: 12 }],
  [
    'the limit that a platform admin set',
    { data: { status: 'active', requests_per_minute: 900 } },
    { tenantRequestsPerMinute: 900 },
  ],
  [
    'both the number of its children and a limit',
    { children: 0, data: { status: 'active', requests_per_minute: 9 } },
    { tenantChildren: 0, tenantRequestsPerMinute: 9 },
  ],
  ['none, if the status was read from a copy', { data: { status: 'active', requests_per_minute: null } }, {}],
])(
  'Authenticating a token returns the facts that determine the tenant’s rate limit: %s',
  async (_, fields, size) => {
    const { tenantChildren, tenantRequestsPerMinute } = await read([
      stored,
      userItem,
      { ...tenantItem, ...fields },
    ]).result;
    expect({ tenantChildren, tenantRequestsPerMinute }).toEqual({
      tenantChildren: undefined,
      tenantRequestsPerMinute: undefined,
      ...size,
    });
  },
);

test('Authenticating a token is one strongly consistent read of token, user and tenant', async () => {
  const { result, sent } = read([stored, userItem, tenantItem]);
  await result;
  expect(sent).toEqual([
    {
      name: 'BatchGetCommand',
      input: {
        RequestItems: {
          'guard-test': {
            Keys: [
              { pk: tenantItem.pk, sk: 'TENANT' },
              { pk: tenantItem.pk, sk: `TOKEN#${user.id}#${token.tokenId}` },
              { pk: tenantItem.pk, sk: `USER#${user.id}` },
            ],
            ConsistentRead: true,
            ProjectionExpression:
              'pk, sk, #data, #credentials, #copied_status, #requires_second_factor, #children',
            ExpressionAttributeNames: {
              '#data': 'data',
              '#credentials': 'credentials',
              '#copied_status': 'copied_status',
              '#requires_second_factor': 'requires_second_factor',
              '#children': 'children',
            },
          },
        },
      },
    },
  ]);
});

test.each([
  ['an identity provider of another tenant', { method: 'sso' }, 'not_of_platform'],
  ['an identity provider of the platform’s tenant', { method: 'sso', of_platform: true }, undefined],
  ['a password and a second factor', { method: 'password', second_factor: true }, undefined],
  ['a password alone', undefined, undefined],
] as const)(
  'If a platform admin’s session began with %s, the reason to refuse it is %j',
  async (_, authentication, reason) => {
    const begun = { ...stored, data: { ...stored.data, ...(authentication ? { authentication } : {}) } };
    const promoted = { ...userItem, data: { ...user, role: 'platform_admin' } };
    const refused = await read([begun, promoted, tenantItem]).result.then(
      () => undefined,
      (error: { reason?: string }) => error.reason,
    );
    expect(refused).toBe(reason);
    await expect(read([begun, userItem, tenantItem]).result).resolves.toBeDefined();
  },
);

test('A token authenticates its user until it expires', async () => {
  const all = [stored, userItem, tenantItem];
  await expect(read(all, later(LIFETIME - 1)).result).resolves.toBeDefined();
  await expect(read(all, later(LIFETIME)).result).rejects.toMatchObject({ reason: 'token_expired' });
});

const userAfter = { ...userItem, credentials: { password_hash: null, session_version: 4 } };
const tokenAfter = { ...stored, data: { ...stored.data, session_version: 4 } };
const batchOf = (items: readonly object[]) => ({ Responses: { 'guard-test': [...items, tenantItem] } });

test.each([
  ['the old token and the changed user', [stored, userAfter]],
  ['the changed token and the old user', [tokenAfter, userItem]],
])('Authenticating a token reads again if one read returned %s', async (_, torn) => {
  const { table, sent } = fakeTable([batchOf(torn), batchOf([tokenAfter, userAfter])]);
  expect(await authenticate(table, token, later(1), new Set())).toMatchObject({ sessionVersion: 4 });
  expect(sent).toHaveLength(2);
});

test('A token is rejected with session_ended if its session version differs from the user’s in two reads in a row', async () => {
  const { result, sent } = read([stored, userAfter, tenantItem]);
  await expect(result).rejects.toMatchObject({ reason: 'session_ended' });
  expect(sent).toHaveLength(2);
});

test('If authenticating a token fails, only a different session version causes a second read', async () => {
  const { result, sent } = read([stored, withStatus(userItem, 'blocked'), tenantItem]);
  await expect(result).rejects.toMatchObject({ reason: 'user_not_active' });
  expect(sent).toHaveLength(1);
});

const withStatus = (item: { data: object }, status: string) => ({ ...item, data: { ...item.data, status } });

test.each([
  ['token_not_found', [userItem, tenantItem]],
  [
    'token_secret_mismatch',
    [{ ...stored, data: { ...stored.data, secret_hash: 'x' } }, userItem, tenantItem],
  ],
  ['user_not_found', [stored, tenantItem]],
  ['user_not_active', [stored, withStatus(userItem, 'blocked'), tenantItem]],
  ['user_not_active', [stored, withStatus(userItem, 'inactive'), tenantItem]],
  [
    'session_ended',
    [stored, { ...userItem, credentials: { password_hash: null, session_version: 4 } }, tenantItem],
  ],
  ['tenant_not_active', [stored, userItem]],
  ['tenant_not_active', [stored, userItem, withStatus(tenantItem, 'inactive')]],
])(
  'Every rejected token gets the same error, and only the log contains the reason %s',
  async (reason, items) => {
    await expect(read(items).result).rejects.toMatchObject({ code: 'unauthenticated', reason });
  },
);
