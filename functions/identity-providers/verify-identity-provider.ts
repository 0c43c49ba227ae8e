import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { checkMayProvide } from '../../shared/identity-providers/platform-provider.ts';
import { publicProvider } from '../../shared/identity-providers/public-provider.ts';
import { verifyDomains } from '../../shared/identity-providers/verify-domains.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { resolveTxtByDns } from './resolve-txt.ts';
import { verifyIdentityProviderRoute } from './verify-identity-provider.route.ts';

export const createHandler = createAuditedEndpoint(
  verifyIdentityProviderRoute,
  async (
    { target, caller, now, baseUrl },
    { table, settings: { destinations }, resolveTxt = resolveTxtByDns },
  ) => {
    await checkMayProvide(table, caller, target.entity.tenant_id);
    const at = formatTimestamp(now);
    const provider = await verifyDomains(table, target.entity, { at, destinations, resolveTxt });
    return { body: publicProvider(provider, baseUrl) };
  },
);

export const handler = createHandler(lambdaRuntime);
