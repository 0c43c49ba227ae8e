import { invalidField } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { wrongReferences } from '../base/references.ts';
import { DAY_MS } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import { SITES } from '../sites/site.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { attribute, expression } from '../table/expression.ts';
import { tenantKey } from '../table/keys.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { type Extent, planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { countChild } from '../table/parents.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putEntity, requireItem } from '../table/writes.ts';
import { KEYS, type Key, type KeyCredentials, LAST_USED_AT } from './key.ts';
import { type KeyInput, LONGEST_WALL_DAYS } from './key-contract.ts';
import { type Binding, issueKey } from './key-secret.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
  readonly randomBytes: RandomBytes;
}

/**
 * Creates an API key in an existing tenant, bound to an existing site or device. Resolves to the key and its plain text, of
 * which only a hash is stored.
 */
export async function createKey(
  table: Table,
  input: KeyInput,
  { id, tenantId, at, randomBytes }: Origin,
): Promise<{ key: Key; plainText: string }> {
  const { name, access, site_id, device_id, expires_at } = input;
  const binding = bindingOf(input);
  checkExpiry(input, at);
  const { plainText, number, secretHash } = issueKey({ tenantId, keyId: id, access, binding }, randomBytes);
  const key: Key = {
    id,
    tenant_id: tenantId,
    name,
    access,
    site_id,
    device_id,
    expires_at,
    last_used_at: null,
    created_at: at,
    updated_at: at,
  };
  const credentials: KeyCredentials = { number, secret_hash: secretHash };
  await commit(table, [
    putEntity(table, { ...KEYS.item(key), credentials }),
    countChild(table, tenantKey(tenantId), 1, 'not_found'),
    ...(binding ? [requireBound(table, tenantId, binding)] : []),
    ...auditWrites(table, KEYS, undefined, key),
  ]);
  return { key, plainText };
}

function checkExpiry({ access, expires_at }: KeyInput, at: string): void {
  const isWrong = (rule: string) => invalidField('expires_at', `The expires_at field ${rule}.`);
  if (expires_at === null) {
    if (access === 'wall') throw isWrong('is required for a key with the access wall');
    return;
  }
  if (Date.parse(expires_at) <= Date.parse(at)) throw isWrong('must be in the future');
  const latest = Date.parse(at) + LONGEST_WALL_DAYS * DAY_MS;
  if (access === 'wall' && Date.parse(expires_at) > latest) {
    throw isWrong(`must be at most ${LONGEST_WALL_DAYS} days ahead for a key with the access wall`);
  }
}

function bindingOf({ access, site_id, device_id }: KeyInput): Binding | undefined {
  if (site_id !== null && device_id !== null) {
    throw invalidField('device_id', 'The device_id field must be null where the site_id field is given.');
  }
  if (access !== 'report' && device_id !== null) {
    throw invalidField('device_id', 'The device_id field must be null for a key that reads.');
  }
  if (site_id !== null) return { kind: 'site', id: site_id };
  return device_id === null ? undefined : { kind: 'device', id: device_id };
}

/** Makes the check that the site or device to which the key is bound exists in the same tenant. */
function requireBound(table: Table, tenantId: string, { kind, id }: Binding): GuardedWrite {
  if (kind === 'site') return requireItem(table, SITES.key(tenantId, id), wrongReferences('site_id'));
  const missing = invalidField('device_id', 'The device_id field must be an existing device.');
  return requireItem(table, DEVICES.key(tenantId, id), missing);
}

/** Lists keys, newest first; with `device_id`, those that are bound to the device. */
export async function listKeys(
  table: Table,
  extent: Extent,
  { device_id }: { readonly device_id?: string | undefined },
  page: PageRequest,
): Promise<Page<Key>> {
  const found = await listEntities(table, KEYS, planList(KEYS, extent, 'all', {}, { device_id }), page);
  // The list of a tenant is read from the table itself, with the last use. The platform index lacks the last use, so it is
  // read in addition.
  return extent.kind === 'platform' ? { ...found, items: await withLastUse(table, found.items) } : found;
}

async function withLastUse(table: Table, keys: readonly Key[]): Promise<Key[]> {
  const uses = await batchGet(
    table,
    keys.map(({ tenant_id, id }) => KEYS.key(tenant_id, id)),
    { projection: expression`pk, sk, ${attribute(LAST_USED_AT)}` },
  );
  return keys.map((key, place) => {
    const lastUsedAt = uses[place]?.[LAST_USED_AT];
    return typeof lastUsedAt === 'string' ? { ...key, last_used_at: lastUsedAt } : key;
  });
}
