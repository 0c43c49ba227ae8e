import { contactsSchema } from '../../shared/contacts/contact.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const listSiteContactsRoute = defineRoute('contacts/list-site-contacts', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/contacts',
  summary: 'List the contacts of a site, in the order in which to call them',
  access: 'contacts:read',
  response: { description: 'All contacts of the site.', body: contactsSchema },
  table: { actions: ['BatchGetItem', 'GetItem'] },
});
