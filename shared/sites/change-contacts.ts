import type * as z from 'zod/mini';
import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, reloadEntity } from '../table/change-entity.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Stored } from '../table/kind.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putEntity } from '../table/writes.ts';
import {
  CONTACT_LIMIT,
  CONTACTS,
  type Contact,
  type contactChangesSchema,
  type contactInputSchema,
  placed,
  type StoredContact,
} from './contact.ts';
import { CONTACT_IDS, SITES, type StoredSite } from './site.ts';

/**
 * Every change of a contact is also a change of its site, which stores the order of the contacts. So changes of one site's
 * contacts happen one after the other: the limit and the positions are exact, and deleting the site finds all of its
 * contacts.
 */

type Order = readonly string[];

/** Creates a contact at an existing site, with other writes in the same transaction. */
export function createContact(
  table: Table,
  site: StoredSite,
  { position = CONTACT_LIMIT, ...input }: z.infer<typeof contactInputSchema>,
  { id, at }: { readonly id: string; readonly at: string },
  alongside: (contact: Contact) => readonly GuardedWrite[],
): Promise<Contact> {
  return decideAndWrite(table, site, reloadEntity(table, SITES, site), (current, writeId) => {
    const { entity, contactIds } = current;
    if (contactIds.length >= CONTACT_LIMIT) throw new ApiError('too_many_contacts');
    const place = { tenant_id: entity.tenant_id, site_id: entity.id };
    const contact = { id, ...place, ...input, created_at: at, updated_at: at };
    const order = inserted(contactIds, id, position);
    const result = placed(contact, order);
    const writes = [
      changeOrder(table, current, order, writeId),
      putEntity(table, CONTACTS.item(contact)),
      ...alongside(result),
      ...auditWrites(table, CONTACTS, undefined, result),
    ];
    return { writes, result };
  });
}

interface Precondition {
  readonly ifMatch: string | undefined;
}

/** Changes the given fields of a contact, or moves it to another position. */
export function updateContact(
  table: Table,
  loaded: StoredContact,
  { position, ...changes }: z.infer<typeof contactChangesSchema>,
  { ifMatch, at }: Precondition & { readonly at: string },
): Promise<Contact> {
  return changeContact(table, loaded, ifMatch, ({ site, contact, before }, writeId) => {
    const { entity, version } = contact;
    const others = site.contactIds.filter((id) => id !== entity.id);
    const order = position === undefined ? site.contactIds : inserted(others, entity.id, position);
    const changed = applyChanges(entity, changes, at);
    const result = placed(changed, order);
    const writes = [
      changeOrder(table, site, order, writeId),
      changeItem(table, CONTACTS.item(entity), CONTACTS.item(changed), { version, writeId }),
      ...auditWrites(table, CONTACTS, before, result),
    ];
    return { writes, result };
  });
}

/** Deletes a contact. The contacts after it move up. */
export function deleteContact(table: Table, loaded: StoredContact, { ifMatch }: Precondition): Promise<void> {
  return changeContact(table, loaded, ifMatch, ({ site, contact, before }, writeId) => {
    const order = site.contactIds.filter((id) => id !== before.id);
    const writes = [
      changeOrder(table, site, order, writeId),
      deleteItem(table, CONTACTS.item(contact.entity), contact.version),
      ...auditWrites(table, CONTACTS, before, undefined),
    ];
    return { writes, result: undefined };
  });
}

/** Makes the writes that delete all contacts of a site, for the transaction that deletes the site. */
export function deleteContactsOf(table: Table, { entity, contactIds }: StoredSite): GuardedWrite[] {
  return contactIds.map((id) => deleteAny(table, CONTACTS.key(entity.tenant_id, id)));
}

interface Found {
  readonly site: StoredSite;
  readonly contact: Stored<StoredContact>;
  /** The contact as clients see it. */
  readonly before: Contact;
}

async function changeContact<R>(
  table: Table,
  { id, tenant_id, site_id }: StoredContact,
  ifMatch: string | undefined,
  change: (found: Found, writeId: string) => { writes: GuardedWrite[]; result: R },
): Promise<R> {
  const load = async () => {
    const keys = [SITES.key(tenant_id, site_id), CONTACTS.key(tenant_id, id)];
    const [siteItem, contactItem] = await batchGet(table, keys);
    if (!siteItem) return undefined;
    const site = SITES.read(siteItem);
    return { site, contact: contactItem && CONTACTS.read(contactItem), version: site.version };
  };
  return decideAndWrite(table, await load(), load, ({ site, contact }, writeId) => {
    if (!contact) throw new ApiError('not_found');
    const before = placed(contact.entity, site.contactIds);
    checkIfMatch(ifMatch, before);
    return change({ site, contact, before }, writeId);
  });
}

/** Inserts an id into the order at a position, or at the end. */
const inserted = (ids: Order, id: string, position: number): Order => ids.toSpliced(position - 1, 0, id);

function changeOrder(table: Table, site: StoredSite, order: Order, writeId: string): GuardedWrite {
  const item = SITES.item(site.entity);
  const before = { ...item, [CONTACT_IDS]: site.contactIds };
  return changeItem(table, before, { ...item, [CONTACT_IDS]: order }, { version: site.version, writeId });
}

/** The contacts of a site that was read, in their order. */
export async function listContacts(table: Table, site: StoredSite): Promise<Contact[]> {
  const contacts = await readAll(table, site);
  if (contacts.length === site.contactIds.length) return contacts;
  // If one was deleted between the two reads, reads both again.
  return readAll(table, await readSite(table, site.entity.tenant_id, site.entity.id));
}

/** The contacts of a site; none if it does not exist. */
export async function findContacts(table: Table, tenantId: string, siteId: string): Promise<Contact[]> {
  const item = await getItem(table, SITES.key(tenantId, siteId));
  return item ? readAll(table, SITES.read(item)) : [];
}

/**
 * Returns a contact that was read, with its position. Throws `not_found` if the contact or its site was deleted meanwhile.
 */
export async function placeContact(table: Table, contact: StoredContact): Promise<Contact> {
  const { contactIds } = await readSite(table, contact.tenant_id, contact.site_id);
  if (!contactIds.includes(contact.id)) throw new ApiError('not_found');
  return placed(contact, contactIds);
}

async function readAll(table: Table, { entity, contactIds }: StoredSite): Promise<Contact[]> {
  if (contactIds.length === 0) return [];
  const keys = contactIds.map((id) => CONTACTS.key(entity.tenant_id, id));
  const items = (await batchGet(table, keys)).filter((item) => item !== undefined);
  return items.map((item) => placed(CONTACTS.entityOf(item), contactIds));
}

async function readSite(table: Table, tenantId: string, id: string): Promise<StoredSite> {
  const item = await getItem(table, SITES.key(tenantId, id));
  if (!item) throw new ApiError('not_found');
  return SITES.read(item);
}
