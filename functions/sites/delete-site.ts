import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { deleteContactsOf } from '../../shared/contacts/change-contacts.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { SITES } from '../../shared/sites/site.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { endTestsOf } from '../../shared/tests/change-tests.ts';
import { deleteSiteRoute } from './delete-site.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteSiteRoute,
  async ({ target, ifMatch, caller, now }, { table, randomBytes }) => {
    const context = { ...actionTime(now, randomBytes), actor: recordUser(caller), now };
    await deleteEntity(table, SITES, target, {
      ifMatch,
      alongside: async (site, writeId) => [
        ...deleteContactsOf(table, site),
        ...(await endTestsOf(table, site, { ...context, writeId })),
      ],
    });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
