import { placeContact } from '../../shared/contacts/read-contacts.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getContactRoute } from './get-contact.route.ts';

export const createHandler = createEndpoint(getContactRoute, async ({ target }, { table }) => ({
  body: await placeContact(table, target.entity),
}));

export const handler = createHandler(lambdaRuntime);
