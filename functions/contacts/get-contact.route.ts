import { contactSchema } from '../../shared/contacts/contact.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const getContactRoute = defineRoute('contacts/get-contact', {
  method: 'GET',
  path: '/api/v1/contacts/{contact_id}',
  summary: 'Read a contact',
  access: 'contacts:read',
  response: { description: 'The contact.', body: contactSchema },
  table: { actions: ['GetItem'] },
});
