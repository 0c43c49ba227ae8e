import { deleteContact } from '../../shared/contacts/change-contacts.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteContactRoute } from './delete-contact.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteContactRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteContact(table, target.entity, { ifMatch });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
