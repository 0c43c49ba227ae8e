import * as z from 'zod/mini';
import { newId, OWN_DEVICE_ID, OWN_SITE_ID, OWN_TENANT_ID, type RandomBytes } from '../base/ids.ts';
import { USUAL_REMINDERS } from '../base/severities.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { DEVICES, deviceInputSchema, newDevice } from '../devices/device.ts';
import { KEYS, type Key } from '../keys/key.ts';
import { issueKey } from '../keys/key-secret.ts';
import { newSite, SITES } from '../sites/site.ts';
import { commit } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { EntityItem } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { TENANTS, type Tenant } from '../tenants/tenant.ts';
import { CHECK_USER_AGENT, type CheckContext, describeFailure, traceHeaders } from './check-api.ts';

const NAME = 'Guard itself';

/** How long Guard's own key is valid. It is short, because a key is lost with the memory of the function that has it. */
const KEY_LIFETIME_MS = 6 * 3_600_000;
/** How long before its expiry Guard's own key is replaced. */
const KEY_RESERVE_MS = 600_000;

/** The API key with which Guard reports to itself. Its plain text is only in memory. */
export interface OwnKey {
  readonly plainText: string;
  readonly expiresAt: Date;
}

export function isFresh(key: OwnKey | undefined, now: Date): key is OwnKey {
  return key !== undefined && key.expiresAt.getTime() - now.getTime() > KEY_RESERVE_MS;
}

/** Creates an API key for Guard's own device, and the device itself if it does not exist. */
export async function makeOwnKey(
  table: Table,
  { now, randomBytes }: { readonly now: Date; readonly randomBytes: RandomBytes },
): Promise<OwnKey> {
  const at = formatTimestamp(now);
  const stamps = { created_at: at, updated_at: at };
  const expiresAt = new Date(now.getTime() + KEY_LIFETIME_MS);
  const keyId = newId(now, randomBytes);
  const binding = { kind: 'device', id: OWN_DEVICE_ID } as const;
  const { plainText, number, secretHash } = issueKey(
    { tenantId: OWN_TENANT_ID, keyId, access: 'report', binding },
    randomBytes,
  );
  const key: Key = {
    id: keyId,
    tenant_id: OWN_TENANT_ID,
    name: NAME,
    access: 'report',
    site_id: null,
    device_id: OWN_DEVICE_ID,
    expires_at: formatTimestamp(expiresAt),
    last_used_at: null,
    ...stamps,
  };
  // Each item is written on its own, so that items that exist do not change.
  for (const item of ownItems(stamps)) await commit(table, [putEntity(table, unlisted(item))]);
  const proof = {
    credentials: { number, secret_hash: secretHash },
    [TTL_ATTRIBUTE]: toEpochSeconds(expiresAt),
  };
  await commit(table, [putEntity(table, { ...unlisted(KEYS.item(key)), ...proof })]);
  return { plainText, expiresAt };
}

function ownItems(stamps: { readonly created_at: string; readonly updated_at: string }): EntityItem[] {
  const tenant: Tenant = {
    id: OWN_TENANT_ID,
    name: NAME,
    status: 'active',
    requests_per_minute: null,
    time_zone: null,
    reminders: USUAL_REMINDERS,
    ...stamps,
  };
  const site = newSite({ name: NAME }, { id: OWN_SITE_ID, tenantId: OWN_TENANT_ID, at: stamps.created_at });
  const input = deviceInputSchema.parse({ name: NAME, type: 'guard' });
  const device = newDevice(input, { id: OWN_DEVICE_ID, site, at: stamps.created_at });
  return [TENANTS.item(tenant), SITES.item(site), DEVICES.item(device)];
}

/** Removes the index attributes from an item, so that no list contains it. */
function unlisted({ pk, sk, id, data }: EntityItem) {
  return { pk, sk, id, data };
}

const DEADLINE_MILLISECONDS = 4_000;

const REPORT = JSON.stringify({ events: [{ action: 'heartbeat' }] });

const answerSchema = z.object({ results: z.tuple([z.object({ status: z.literal(200) })]) });

type ReportOutcome =
  | { readonly outcome: 'heard' }
  /** Why it failed, without any content of the request. `isKeyRefused` is true if a new key may help. */
  | { readonly outcome: 'failed'; readonly failure: string; readonly isKeyRefused: boolean };

/**
 * Sends a heartbeat to Guard's public URL over the network with a key, as a device does. Never throws. `baseUrl` has no slash at
 * its end.
 */
export async function reportItself(
  baseUrl: string,
  { plainText }: OwnKey,
  { fetch, timeout, traceHeader }: Pick<CheckContext, 'fetch' | 'timeout' | 'traceHeader'>,
): Promise<ReportOutcome> {
  const fail = (failure: string, isKeyRefused = false) =>
    ({ outcome: 'failed', failure, isKeyRefused }) as const;
  try {
    const answer = await fetch(`${baseUrl}/api/v1/reports`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${plainText}`,
        'Content-Type': 'application/json',
        'User-Agent': CHECK_USER_AGENT,
        ...traceHeaders({ traceHeader }),
      },
      body: REPORT,
      signal: timeout(DEADLINE_MILLISECONDS),
      redirect: 'manual',
    });
    const body = await answer.text();
    if (answer.status !== 200) return fail(`status ${answer.status}`, answer.status === 401);
    return isTaken(body) ? { outcome: 'heard' } : fail('the heartbeat was not taken');
  } catch (error) {
    return fail(describeFailure(error, DEADLINE_MILLISECONDS));
  }
}

function isTaken(body: string): boolean {
  try {
    return answerSchema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
