import { ApiError } from '../errors.ts';
import { SITES, type StoredSite } from '../sites/site.ts';
import { batchGet } from '../table/batch-get.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { CONTACTS, type Contact, placed, type StoredContact } from './contact.ts';

/** The contacts of a site that was read, in their order. */
export async function listContacts(table: Table, site: StoredSite): Promise<Contact[]> {
  const contacts = await readAll(table, site);
  if (contacts.length === site.contactIds.length) return contacts;
  // One was deleted between the two reads.
  return readAll(table, await readSite(table, site.entity.tenant_id, site.entity.id));
}

/** The contacts of a site; none if it does not exist. */
export async function findContacts(table: Table, tenantId: string, siteId: string): Promise<Contact[]> {
  const item = await getItem(table, SITES.key(tenantId, siteId));
  return item ? readAll(table, SITES.read(item)) : [];
}

/** A contact that was read, at its place. Throws `not_found` if it or its site was deleted meanwhile. */
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
