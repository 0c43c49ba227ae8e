import { USERS } from '../../shared/accounts/user.ts';
import { OWN_DEVICE_ID, OWN_SITE_ID, OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { isOwnKey, KEYS } from '../../shared/keys/key.ts';
import { findConnections } from '../../shared/live/authorize-connections.ts';
import { forgetConnection } from '../../shared/live/close-connection.ts';
import { commit } from '../../shared/table/commit.ts';
import { attribute, EXISTS, expression } from '../../shared/table/expression.ts';
import { emailKey, OWN_PARTITION, tenantKey } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { REVISION } from '../../shared/table/version.ts';
import { deleteAny, deleteIf, updateItem } from '../../shared/table/writes.ts';
import type { AdminCommand } from './context.ts';
import { type Item, kindNameOf } from './index-attributes.ts';

/**
 * Deletes items that platform admins created in Guard's own tenant before it became invisible to them. Without `remove` it
 * lists them only. Guard's own device and its keys stay. It can be stopped and repeated at any time.
 */
export const clearOwnTenantCommand: AdminCommand<{ readonly remove?: boolean }> = async (
  { table },
  { remove = false },
) => clear(table, remove);

async function* clear(table: Table, remove: boolean): AsyncGenerator<string> {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for await (const item of queryAll(table, OWN_PARTITION)) {
    if (isOwnItem(item)) continue;
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
  if (counts.size === 0) return 'Guard’s own tenant contains only its own items.';
  const found = [...counts].map(([what, number]) => `${number} ${what}`).join(', ');
  return remove ? `Removed: ${found}.` : `To remove: ${found}. Run it again with --remove.`;
}

/** The sort keys of the items that Guard itself needs to report to itself. */
const OWN_ITEMS: readonly unknown[] = [
  'TENANT',
  `SITE#${OWN_SITE_ID}`,
  `DEVICE#${OWN_DEVICE_ID}`,
  `WATCH#${OWN_DEVICE_ID}`,
];

function isOwnItem(item: Item): boolean {
  return OWN_ITEMS.includes(item['sk']) || (kindNameOf(item) === KEYS.name && isOwnKey(item));
}

/** The texts that identify an item for people; `undefined` for items without any, such as a session. */
function nameOf({ data }: Item): string | undefined {
  const { name, email, message, url } = (data ?? {}) as Item;
  const texts = [name, email, message, url].filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join('  ').replace(/\s+/g, ' ');
}

/** Deletes the claims of an item first, so that a run that stops in between finds the item again. */
async function removeItem(table: Table, item: Item): Promise<void> {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  if (kindNameOf(item) === USERS.name) await freeEmail(table, item);
  await commit(table, [deleteAny(table, key)]);
}

/** Deletes the claim of an e-mail address, unless another user has claimed it meanwhile. */
async function freeEmail(table: Table, item: Item): Promise<void> {
  const { id, email } = USERS.entityOf(item);
  await commit(table, [deleteIf(table, emailKey(email), expression`user_id = ${id}`, 'stale')]);
}

/** The attributes that Guard itself writes. Others, such as the number of users, come from items that admins created. */
const OWN_ATTRIBUTES: readonly string[] = ['pk', 'sk', 'id', 'data', REVISION];

async function findForeignAttributes(table: Table): Promise<string[]> {
  const tenant = await getItem(table, tenantKey(OWN_TENANT_ID));
  return Object.keys(tenant ?? {}).filter((name) => !OWN_ATTRIBUTES.includes(name));
}

async function removeAttribute(table: Table, name: string): Promise<void> {
  const expressions = { update: expression`REMOVE ${attribute(name)}`, condition: EXISTS };
  await commit(table, [updateItem(table, tenantKey(OWN_TENANT_ID), expressions, 'stale')]);
}
