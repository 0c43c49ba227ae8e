import { defineRoute } from '../../shared/http/route.ts';

export const deleteContactRoute = defineRoute('contacts/delete-contact', {
  method: 'DELETE',
  path: '/api/v1/contacts/{contact_id}',
  summary: 'Delete a contact',
  access: 'contacts:delete',
  isAudited: true,
  response: { description: 'The contact is deleted. Those after it move up.' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'UpdateItem'] },
});
