import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { userItemSchema } from '../../../shared/accounts/authenticate.ts';
import { tokenItemSchema } from '../../../shared/accounts/token.ts';
import { TABLE_NAME, table } from './table.ts';

/**
 * The floor of the authorizer: the same read, schemas of a token and a user, and answer, by hand.
 *
 * It leaves out: metrics, the reason of a refusal in the log, a look at the shape of a tenant, and asking again
 * for what DynamoDB left unprocessed.
 */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const [, tokenId = '', secret = ''] = /^bearer (\d+)\|(guard_\w+)$/i.exec(event.authorizationToken) ?? [];
  const payload = secret.slice('guard_'.length, -6);
  if (decode(secret.slice(-6)) !== BigInt(crc32(payload))) return decide(event, 'Deny');
  const hex = decode(payload).toString(16).padStart(104, '0');
  const [tenantId, userId] = [idOf(hex.slice(0, 32)), idOf(hex.slice(32, 64))];

  const pk = `TENANT#${tenantId}`;
  const sortKeys = ['TENANT', `TOKEN#${userId}#${tokenId}`, `USER#${userId}`];
  const { Responses } = await table.send(
    new BatchGetCommand({
      RequestItems: {
        [TABLE_NAME]: {
          Keys: sortKeys.map((sk) => ({ pk, sk })),
          ConsistentRead: true,
          ProjectionExpression: 'pk, sk, #data, credentials, copied_status, requires_second_factor, children',
          ExpressionAttributeNames: { '#data': 'data' },
        },
      },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  const [tenant, token, storedUser] = sortKeys.map((sk) =>
    Responses?.[TABLE_NAME]?.find((item) => item['sk'] === sk),
  );
  const session = token && tokenItemSchema.parse(token).data;
  const user = storedUser && userItemSchema.parse(storedUser);
  const secretHash = createHash('sha256').update(secret).digest('base64url');
  const isAllowed =
    session &&
    timingSafeEqual(Buffer.from(session.secret_hash), Buffer.from(secretHash)) &&
    Date.now() < Date.parse(session.expires_at) &&
    user?.data.status === 'active' &&
    user.credentials.session_version === session.session_version &&
    tenant?.['data'].status === 'active';
  if (!isAllowed) return decide(event, 'Deny');
  return decide(event, 'Allow', {
    user_id: userId,
    tenant_id: tenantId,
    role: user.data.role,
    user_name: encodeURIComponent(user.data.name),
    token_id: tokenId,
    session_version: String(session.session_version),
  });
}

function decide(
  { methodArn }: APIGatewayTokenAuthorizerEvent,
  Effect: 'Allow' | 'Deny',
  context: Record<string, string> = { code: 'unauthenticated' },
): APIGatewayAuthorizerResult {
  const [api, stage] = methodArn.split('/');
  return {
    principalId: context['user_id'] ?? 'anonymous',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: `${api}/${stage}/*` }],
    },
    context,
  };
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function decode(text: string): bigint {
  let value = 0n;
  for (const character of text) value = value * 62n + BigInt(ALPHABET.indexOf(character));
  return value;
}

function idOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
