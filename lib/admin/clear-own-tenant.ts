import { isOwnKey } from '../../shared/keys/is-own-key.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { forgetConnection } from '../../shared/live/close-connection.ts';
import { findConnections } from '../../shared/live/find-connections.ts';
import { OWN_DEVICE_ID, OWN_SITE_ID, OWN_TENANT_ID } from '../../shared/own-tenant.ts';
import { commit } from '../../shared/table/commit.ts';
import { getItem } from '../../shared/table/get-item.ts';
import { emailKey, OWN_PARTITION, tenantKey } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/query-all.ts';
import type { Table } from '../../shared/table/table.ts';
import { REVISION } from '../../shared/table/version.ts';
import { deleteAny } from '../../shared/table/writes.ts';
import { USERS } from '../../shared/users/user.ts';
import type { AdminCommand } from './context.ts';
import { type Item, kindNameOf } from './index-attributes.ts';

/**
 * Removes what platform admins created in Guard's own tenant before it was closed to them. Without `remove` it tells what
 * that is and changes nothing. It leaves alone what belongs there: the device by which Guard reports to itself, and its keys.
 * It can be ended at any time and run again.
 */
export const clearOwnTenantCommand: AdminCommand<{ readonly remove?: boolean }> = async (
  { table },
  { remove = false },
) => clear(table, remove);

async function* clear(table: Table, remove: boolean): AsyncGenerator<string> {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for await (const item of queryAll(table, OWN_PARTITION)) {
    if (isByRight(item)) continue;
    const name = nameOf(item);
    if (name !== undefined) yield `${item['sk']}  ${name}`;
    count(kindNameOf(item));
    if (remove) await removeItem(table, item);
  }
  for (const connection of await findConnections(table, { tenantId: OWN_TENANT_ID })) {
    count('CONNECTION');
    if (remove) await forgetConnection(table, connection);
  }
  const foreign = await findForeignAttributes(table);
  for (const attribute of foreign) {
    count(`attribute ${attribute} of the tenant`);
    if (remove) await removeAttribute(table, attribute);
  }
  yield summary(counts, remove);
}

function summary(counts: ReadonlyMap<string, number>, remove: boolean): string {
  if (counts.size === 0) return 'Guard’s own tenant holds nothing but what belongs there.';
  const found = [...counts].map(([what, number]) => `${number} ${what}`).join(', ');
  return remove ? `Removed: ${found}.` : `To remove: ${found}. Run it again with --remove.`;
}

/** The sort keys of the tenant, and of the site, the device and the watch by which Guard reports to itself. */
const BY_RIGHT: readonly unknown[] = [
  'TENANT',
  `SITE#${OWN_SITE_ID}`,
  `DEVICE#${OWN_DEVICE_ID}`,
  `WATCH#${OWN_DEVICE_ID}`,
];

function isByRight(item: Item): boolean {
  return BY_RIGHT.includes(item['sk']) || (kindNameOf(item) === KEYS.name && isOwnKey(item));
}

/** What people call it; nothing where it has no name, as a session or an entry of a history. */
function nameOf({ data }: Item): string | undefined {
  const { name, email, message, url } = (data ?? {}) as Item;
  const texts = [name, email, message, url].filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join('  ').replace(/\s+/g, ' ');
}

/** What an item holds elsewhere goes first, so that a run that ends between the two finds the item again. */
async function removeItem(table: Table, item: Item): Promise<void> {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  if (kindNameOf(item) === USERS.name) await freeEmail(table, item);
  await commit(table, [deleteAny(table, key)]);
}

/** Frees the e-mail address of a user, unless somebody else has claimed it meanwhile. */
async function freeEmail(table: Table, item: Item): Promise<void> {
  const { id, email } = USERS.entityOf(item);
  const write = {
    Delete: {
      TableName: table.name,
      Key: emailKey(email),
      ConditionExpression: 'user_id = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
  await commit(table, [{ write, refused: 'stale' }]);
}

/** What Guard writes of the tenant itself: everything else was added with what was created there, as the number of users. */
const OWN_ATTRIBUTES: readonly string[] = ['pk', 'sk', 'id', 'data', REVISION];

async function findForeignAttributes(table: Table): Promise<string[]> {
  const tenant = await getItem(table, tenantKey(OWN_TENANT_ID));
  return Object.keys(tenant ?? {}).filter((name) => !OWN_ATTRIBUTES.includes(name));
}

async function removeAttribute(table: Table, name: string): Promise<void> {
  const write = {
    Update: {
      TableName: table.name,
      Key: tenantKey(OWN_TENANT_ID),
      UpdateExpression: 'REMOVE #name',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
    },
  };
  await commit(table, [{ write, refused: 'stale' }]);
}
