import { contactChangesSchema, contactSchema } from '../../shared/contacts/contact.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const updateContactRoute = defineRoute('contacts/update-contact', {
  method: 'PATCH',
  path: '/api/v1/contacts/{contact_id}',
  summary: 'Change or move a contact',
  access: 'contacts:update',
  isAudited: true,
  request: { body: contactChangesSchema },
  response: { description: 'The changed contact.', body: contactSchema },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});
