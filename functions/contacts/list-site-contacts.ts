import { listContacts } from '../../shared/contacts/read-contacts.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSiteContactsRoute } from './list-site-contacts.route.ts';

export const createHandler = createEndpoint(listSiteContactsRoute, async ({ target }, { table }) => ({
  body: { data: await listContacts(table, target) },
}));

export const handler = createHandler(lambdaRuntime);
