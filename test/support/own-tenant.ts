import { randomBytes } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { TargetKind } from '../../lib/admin/entity-kinds.ts';
import { issueToken, tokenItem } from '../../shared/accounts/token.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import { newId, OWN_DEVICE_ID, OWN_SITE_ID, OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { createKey } from '../../shared/keys/create-key.ts';
import { connectionItems } from '../../shared/live/connection.ts';
import { makeOwnKey } from '../../shared/self-check/own-device.ts';
import { commit } from '../../shared/table/commit.ts';
import { tenantKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { putOwn } from '../../shared/table/writes.ts';
import { readAll } from './find-inconsistencies.ts';
import type { TestGuard } from './guard.ts';
import { creationOf, KINDS } from './new-entity.ts';

export const INTRUDER = { email: 'intruder@example.com', password: 'a long enough password' };

/** The entities in Guard's own tenant. */
export interface OwnTenant {
  /** Ids by kind of target. */
  readonly ids: Readonly<Record<TargetKind, readonly string[]>>;
  /** The probe's key, which belongs there. */
  readonly ownKey: string;
  /** Credentials of the platform admin and of the keys that were created there. */
  readonly token: string;
  readonly keys: readonly string[];
}

/** Fields that are not those of every test. */
const FIELDS: Partial<Record<TargetKind, object>> = {
  user: { name: 'Intruder', ...INTRUDER, role: 'tenant_master' },
  device: { heartbeat_seconds: 60 },
  alert: { type: 'fire' },
};

/** Fills Guard's own tenant with every kind of entity, which the API does not let anybody create there. */
export async function fillOwnTenant(guard: TestGuard): Promise<OwnTenant> {
  const { table } = guard;
  const { now } = guard.clock;
  const tenantId = OWN_TENANT_ID;
  const next = () => ({ id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) });
  const { plainText: ownKey } = await makeOwnKey(table, { now, randomBytes });
  const made = await fillTenant(guard);
  await moveTenant(guard, made.tenant[0]);
  const [userId] = made.user;

  const issued = issueToken({ tenantId, userId }, randomBytes);
  const connection = {
    id: 'intruder=',
    session: { tenantId, userId, tokenId: issued.tokenId },
    tenantId: '019a0000-0000-7000-8000-000000000002',
    role: 'platform_admin',
    siteIds: [],
    connectedAt: now,
    endsAt: new Date(now.getTime() + 3_600_000),
  } as const;
  const session = tokenItem(issued, { sessionVersion: 1, now, lifetimeMinutes: 1_440 });
  await commit(
    table,
    [session, ...connectionItems(connection)].map((item) => putOwn(table, item)),
  );
  const newKey = (device_id: string | null) =>
    createKey(
      table,
      { name: 'Guard itself', access: 'report', site_id: null, device_id, expires_at: null },
      { ...next(), randomBytes },
    );
  const keys = [await newKey(null), await newKey(OWN_DEVICE_ID)];
  const alertInput = { type: 'fire', severity: 'critical', message: 'Hidden', dedup_key: 'hidden' } as const;
  const doing = { tenantId, actor: { kind: 'user', id: userId, name: 'Intruder' }, now } as const;
  const { alert } = await raiseAlert(
    table,
    { ...alertInput, site_id: OWN_SITE_ID },
    { ...doing, ...actionTime(now, randomBytes) },
  );
  return {
    ids: {
      ...made,
      tenant: [tenantId],
      site: [OWN_SITE_ID, ...made.site],
      device: [OWN_DEVICE_ID, ...made.device],
      key: [...made.key, ...keys.map(({ key }) => key.id)],
      alert: [alert.id, ...made.alert],
    },
    ownKey,
    token: issued.plainText,
    keys: keys.map(({ plainText }) => plainText),
  };
}

/** Creates a tenant with an entity of every kind, over HTTP. */
async function fillTenant(guard: TestGuard): Promise<Record<TargetKind, readonly [string]>> {
  const token = await guard.signIn('platform@guard.test');
  const send = async (request: string, json: object) => {
    const { status, body, text } = await guard.call(request, { token, json });
    if (status >= 300) throw new Error(`${request}: ${text}`);
    return body.id;
  };
  const ids = {} as Record<TargetKind, readonly [string]>;
  for (const kind of KINDS) {
    const [siteId, userId] = [String(ids.site), String(ids.user)];
    const { path, json } = creationOf(kind, { siteId, userId, unique: 'hidden' });
    const query = kind === 'tenant' ? '' : `?tenant_id=${ids.tenant}`;
    ids[kind] = [await send(`POST ${path}${query}`, { ...json, ...FIELDS[kind] })];
  }
  await send(`POST /api/v1/webhooks/${ids.webhook}/test`, {});
  await send(`PUT /api/v1/escalation?tenant_id=${ids.tenant}`, { critical: [2] });
  return ids;
}

/** Makes everything of a tenant belong to Guard's own tenant, and its master a platform admin. */
async function moveTenant({ table }: TestGuard, tenantId: string): Promise<void> {
  const { name: TableName } = table;
  const own = await getItem(table, tenantKey(OWN_TENANT_ID));
  for (const item of await readAll(table)) {
    const text = JSON.stringify(item);
    if (!text.includes(tenantId)) continue;
    const moved = JSON.parse(
      text.replaceAll(tenantId, OWN_TENANT_ID).replaceAll('tenant_master', 'platform_admin'),
    );
    // Guard's own tenant is in no index.
    const Item = item.sk === 'TENANT' ? { ...moved, platform: undefined, ...own } : moved;
    await table.client.send(new DeleteCommand({ TableName, Key: { pk: item.pk, sk: item.sk } }));
    await table.client.send(new PutCommand({ TableName, Item }));
  }
}
