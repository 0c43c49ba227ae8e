import { deleteContactsOf } from '../../shared/contacts/change-contacts.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { SITES } from '../../shared/sites/site.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { deleteSiteRoute } from './delete-site.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteSiteRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, SITES, target, {
      ifMatch,
      alongside: async (site) => deleteContactsOf(table, site),
    });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
