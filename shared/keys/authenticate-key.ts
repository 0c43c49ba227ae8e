import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { isActiveTenant, tenantSizeOf } from '../accounts/account.ts';
import { readWithTenant, type SpreadTenants } from '../accounts/status-copies.ts';
import type { AuthenticatedKey } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { isSameHash } from '../lambda/secret.ts';
import { SITES } from '../sites/site.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { absentOr, allOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { CHILD_COUNT, COPIED_STATUS, type ItemKey } from '../table/keys.ts';
import { readEntity } from '../table/kind.ts';
import { isOwnKey, KEYS, type Key, LAST_USED_AT } from './key.ts';
import type { Binding, ParsedKey } from './key-secret.ts';

const AUTHENTICATION_PROJECTION = expression`pk, sk, #data, #credentials, ${attribute(LAST_USED_AT)}, ${attribute(TTL_ATTRIBUTE)}, ${attribute(COPIED_STATUS)}, ${attribute(CHILD_COUNT)}`;

const deviceSchema = z.object({ site_id: z.string(), runaway_after: z.optional(z.nullable(z.number())) });

interface Authenticating extends Pick<Runtime, 'table'> {
  readonly logger: Pick<Runtime['logger'], 'warn'>;
}

/**
 * Authenticates an API key by one strongly consistent read of the key, its tenant and its site or device. So a revocation
 * takes effect at the next request, and a device-bound key has the current site of its device. The client gets
 * `unauthenticated` for every failure; the reason is only logged.
 */
export async function authenticateKey(
  { table, logger }: Authenticating,
  presented: ParsedKey,
  now: Date,
  spread: SpreadTenants,
): Promise<AuthenticatedKey> {
  const { tenantId, keyId, access, binding } = presented;
  const [storedTenant, storedKey, bound] = await readWithTenant(
    table,
    { tenantId, number: presented.number, spread },
    [KEYS.key(tenantId, keyId), ...(binding ? [keyOfBound(tenantId, binding)] : [])],
    AUTHENTICATION_PROJECTION,
  );
  if (!storedKey) throw unauthenticated('key_not_found');
  const { entity: key, credentials } = KEYS.read(storedKey);
  if (credentials.number !== presented.number || !isSameHash(credentials.secret_hash, presented.secretHash)) {
    throw unauthenticated('key_secret_mismatch');
  }
  if (key.expires_at !== null && now.getTime() >= Date.parse(key.expires_at)) {
    throw unauthenticated('key_expired');
  }
  if (!isActiveTenant(storedTenant) && !isOwnKey(storedKey)) throw unauthenticated('tenant_not_active');
  if (binding && !bound) throw unauthenticated(`${binding.kind}_not_found`);
  await noteUse({ table, logger }, key, now);
  const size = tenantSizeOf(storedTenant);
  return { keyId, access, name: key.name, tenantId, ...placeOf(binding, bound), ...size };
}

function keyOfBound(tenantId: string, { kind, id }: Binding): ItemKey {
  return kind === 'site' ? SITES.key(tenantId, id) : DEVICES.key(tenantId, id);
}

function placeOf(
  binding: Binding | undefined,
  bound: Readonly<Record<string, unknown>> | undefined,
): Pick<AuthenticatedKey, 'siteId' | 'deviceId' | 'mayRunAway'> {
  if (!binding || !bound) return { siteId: undefined, deviceId: undefined };
  if (binding.kind === 'site') return { siteId: binding.id, deviceId: undefined };
  const { site_id: siteId, runaway_after } = readEntity(deviceSchema, bound);
  return { siteId, deviceId: binding.id, ...(runaway_after ? { mayRunAway: true } : {}) };
}

function unauthenticated(reason: string): ApiError {
  return new ApiError('unauthenticated', { reason });
}

/** How exact the time of the last use is: it is written at most once an hour. */
const PRECISION_MILLISECONDS = 3_600_000;

/** How long a request waits at most for that write. */
const LONGEST_MILLISECONDS = 1_000;

/**
 * Records the use of an API key, unless the recorded time is less than an hour old. If several uses are concurrent, one is
 * written. The revision of the key does not change. Never throws: a failure is logged, and the next use is recorded instead.
 */
export async function noteUse(
  { table, logger }: Authenticating,
  { tenant_id, id, last_used_at }: Key,
  now: Date,
): Promise<void> {
  const latest = new Date(now.getTime() - PRECISION_MILLISECONDS);
  if (last_used_at !== null && Date.parse(last_used_at) > latest.getTime()) return;
  const lastUse = attribute(LAST_USED_AT);
  const command = new UpdateCommand({
    TableName: table.name,
    Key: KEYS.key(tenant_id, id),
    ...expressionInput({
      update: expression`SET ${lastUse} = ${formatTimestamp(now)}`,
      condition: allOf(EXISTS, absentOr(lastUse, expression`${lastUse} <= ${formatTimestamp(latest)}`)),
    }),
  });
  try {
    await table.client.send(command, { abortSignal: AbortSignal.timeout(LONGEST_MILLISECONDS) });
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return; // another use was recorded, or the key was revoked
    logger.warn('The use of a key could not be recorded', { key_id: id, error });
  }
}
