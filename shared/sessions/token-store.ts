import * as z from 'zod';
import { ROLES } from '../access.ts';
import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { batchGet } from '../table/batch-get.ts';
import { commit } from '../table/commit.ts';
import { entityKey, tenantKey, tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putOwn } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { credentialsSchema, userStatusField } from '../users/user.ts';
import { type IssuedToken, isSameHash, issueToken, type ParsedToken } from './token.ts';

/** What is kept of a token. `session_version` is the user's at the time of issue. */
export const tokenItemSchema = z.object({
  data: z.object({
    token_id: z.number().int(),
    user_id: z.string(),
    secret_hash: z.string(),
    session_version: z.number().int(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
});

/** The user behind a valid token, as the authorizer hands it to the endpoints. */
export interface AuthenticatedUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: (typeof ROLES)[number];
  readonly tokenId: number;
  readonly sessionVersion: number;
}

const AUTHENTICATION_PROJECTION = {
  expression: 'pk, sk, #data, #credentials',
  names: { '#data': 'data', '#credentials': 'credentials' },
};

const userItemSchema = z.object({
  data: z.object({ role: z.enum(ROLES), status: userStatusField }),
  credentials: credentialsSchema.pick({ session_version: true }),
});

const tenantItemSchema = z.object({ data: z.object({ status: z.enum(['active', 'inactive']) }) });

/** The item that makes an issued token valid until it expires. */
export function tokenItem(
  token: IssuedToken,
  issue: { sessionVersion: number; now: Date; lifetimeMinutes: number },
) {
  const expiresAt = new Date(issue.now.getTime() + issue.lifetimeMinutes * 60_000);
  return {
    ...tokenKey(token.tenantId, token.userId, token.tokenId),
    data: {
      token_id: token.tokenId,
      user_id: token.userId,
      secret_hash: token.secretHash,
      session_version: issue.sessionVersion,
      created_at: formatTimestamp(issue.now),
      expires_at: formatTimestamp(expiresAt),
    },
    ttl: Math.ceil(expiresAt.getTime() / 1000),
  };
}

/**
 * The user of a token, from one strongly consistent read of the token, its user and their tenant, so that a
 * revocation, a new role or a blocked account holds from the very next request. Every way to fail is the same
 * `unauthenticated` to the client; its reason is for the log.
 */
export async function authenticate(table: Table, token: ParsedToken, now: Date): Promise<AuthenticatedUser> {
  const [storedToken, storedUser, storedTenant] = await batchGet(
    table,
    [
      tokenKey(token.tenantId, token.userId, token.tokenId),
      entityKey('USER', token.tenantId, token.userId),
      tenantKey(token.tenantId),
    ],
    AUTHENTICATION_PROJECTION,
  );
  if (!storedToken) throw unauthenticated('token_not_found');
  const { data } = tokenItemSchema.parse(storedToken);
  if (!isSameHash(data.secret_hash, token.secretHash)) throw unauthenticated('token_secret_mismatch');
  if (now.getTime() >= Date.parse(data.expires_at)) throw unauthenticated('token_expired');
  if (!storedUser) throw unauthenticated('user_not_found');
  const user = userItemSchema.parse(storedUser);
  if (user.data.status !== 'active') throw unauthenticated('user_not_active');
  if (user.credentials.session_version !== data.session_version) throw unauthenticated('session_ended');
  if (!storedTenant || tenantItemSchema.parse(storedTenant).data.status !== 'active') {
    throw unauthenticated('tenant_not_active');
  }
  return {
    userId: token.userId,
    tenantId: token.tenantId,
    role: user.data.role,
    tokenId: token.tokenId,
    sessionVersion: data.session_version,
  };
}

/**
 * Ends the presented token and issues its successor, both or neither. Of racing refreshes one wins; for the others
 * the token has already ended. Returns what the client presents from now on.
 */
export async function replaceToken(
  { table, settings, randomBytes }: Runtime,
  presented: AuthenticatedUser,
  now: Date,
): Promise<string> {
  const issued = issueToken(presented, randomBytes);
  const { sessionVersion } = presented;
  const item = tokenItem(issued, { sessionVersion, now, lifetimeMinutes: settings.tokenExpirationMinutes });
  const end = {
    Delete: {
      TableName: table.name,
      Key: tokenKey(presented.tenantId, presented.userId, presented.tokenId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  await commit(table, [putOwn(table, item), { write: end, refused: unauthenticated('token_replaced') }]);
  return issued.plainText;
}

/** Ends one token. Ending an ended one is no error. */
export async function deleteToken(
  table: Table,
  token: Pick<ParsedToken, 'tenantId' | 'userId' | 'tokenId'>,
): Promise<void> {
  await commit(table, [deleteAny(table, tokenKey(token.tenantId, token.userId, token.tokenId))]);
}

function unauthenticated(reason: string): ApiError {
  return new ApiError('unauthenticated', { reason });
}
