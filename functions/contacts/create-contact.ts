import { createContact } from '../../shared/contacts/change-contacts.ts';
import type { Contact } from '../../shared/contacts/contact.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createContactRoute } from './create-contact.route.ts';

export const createHandler = createAuditedEndpoint(
  createContactRoute,
  async ({ target, body, now, baseUrl, remember }, { table, randomBytes }) => {
    const answer = (contact: Contact) => ({
      body: contact,
      headers: { Location: `${baseUrl}/api/v1/contacts/${contact.id}` },
    });
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    const alongside = (contact: Contact) => remember?.(answer(contact)) ?? [];
    return answer(await createContact(table, target, body, origin, alongside));
  },
);

export const handler = createHandler(lambdaRuntime);
