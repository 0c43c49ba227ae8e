import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import {
  createContact,
  deleteContact,
  listContacts,
  placeContact,
  updateContact,
} from '../shared/sites/change-contacts.ts';
import {
  CONTACTS,
  contactChangesSchema,
  contactInputSchema,
  contactSchema,
  contactsSchema,
} from '../shared/sites/contact.ts';
import { SITES } from '../shared/sites/site.ts';

export const listSiteContactsRoute = defineRoute('contacts/list-site-contacts', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/contacts',
  target: SITES,
  summary: 'List the contacts of a site, in the order in which to call them',
  access: 'contacts:read',
  response: { description: 'All contacts of the site.', body: contactsSchema },
  table: { actions: ['BatchGetItem', 'GetItem'] },
});

export const listSiteContactsHandler = createEndpoint(
  listSiteContactsRoute,
  async ({ target }, { table }) => ({
    body: { data: await listContacts(table, target) },
  }),
);

export const createContactRoute = defineRoute('contacts/create-contact', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/contacts',
  target: SITES,
  summary: 'Create a contact of a site',
  access: 'contacts:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: contactInputSchema },
  response: {
    status: 201,
    description: 'The new contact.',
    body: contactSchema,
    location: '/api/v1/contacts/{id}',
  },
  errors: ['too_many_contacts', 'changed_too_often'],
  table: { actions: ['PutItem', 'UpdateItem'] },
});

export const createContactHandler = createAuditedEndpoint(
  createContactRoute,
  async ({ target, body, now, remember }, { table, randomBytes }) => {
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    return { body: await createContact(table, target, body, origin, (it) => remember({ body: it })) };
  },
);

export const getContactRoute = defineRoute('contacts/get-contact', {
  method: 'GET',
  path: '/api/v1/contacts/{contact_id}',
  target: CONTACTS,
  summary: 'Read a contact',
  access: 'contacts:read',
  response: { description: 'The contact.', body: contactSchema },
  table: { actions: ['GetItem'] },
});

export const getContactHandler = createEndpoint(getContactRoute, async ({ target }, { table }) => ({
  body: await placeContact(table, target.entity),
}));

export const updateContactRoute = defineRoute('contacts/update-contact', {
  method: 'PATCH',
  path: '/api/v1/contacts/{contact_id}',
  target: CONTACTS,
  summary: 'Change or move a contact',
  access: 'contacts:update',
  isAudited: true,
  request: { body: contactChangesSchema },
  response: { description: 'The changed contact.', body: contactSchema },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});

export const updateContactHandler = createAuditedEndpoint(
  updateContactRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateContact(table, target.entity, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const deleteContactRoute = defineRoute('contacts/delete-contact', {
  method: 'DELETE',
  path: '/api/v1/contacts/{contact_id}',
  target: CONTACTS,
  summary: 'Delete a contact',
  access: 'contacts:delete',
  isAudited: true,
  response: { description: 'The contact is deleted. Those after it move up.' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'UpdateItem'] },
});

export const deleteContactHandler = createAuditedEndpoint(
  deleteContactRoute,
  ({ target, ifMatch }, { table }) => deleteContact(table, target.entity, { ifMatch }),
);
