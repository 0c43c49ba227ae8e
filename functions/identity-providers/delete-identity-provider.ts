import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { deleteIdentityProvider } from '../../shared/identity-providers/delete-identity-provider.ts';
import { checkMayProvide } from '../../shared/identity-providers/platform-provider.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteIdentityProviderRoute } from './delete-identity-provider.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteIdentityProviderRoute,
  async ({ target, caller, ifMatch, baseUrl }, { table }) => {
    await checkMayProvide(table, caller, target.entity.tenant_id);
    await deleteIdentityProvider(table, target, { ifMatch, baseUrl });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
