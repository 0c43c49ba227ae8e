import { contactInputSchema, contactSchema } from '../../shared/contacts/contact.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const createContactRoute = defineRoute('contacts/create-contact', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/contacts',
  summary: 'Create a contact of a site',
  access: 'contacts:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: contactInputSchema },
  response: { status: 201, description: 'The new contact.', body: contactSchema },
  errors: ['too_many_contacts', 'changed_too_often'],
  table: { actions: ['PutItem', 'UpdateItem'] },
});
