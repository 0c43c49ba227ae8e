import { updateContact } from '../../shared/contacts/change-contacts.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateContactRoute } from './update-contact.route.ts';

export const createHandler = createAuditedEndpoint(
  updateContactRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateContact(table, target.entity, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
