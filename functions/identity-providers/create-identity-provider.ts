import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { createIdentityProvider } from '../../shared/identity-providers/create-identity-provider.ts';
import { checkMayProvide } from '../../shared/identity-providers/platform-provider.ts';
import { publicProvider } from '../../shared/identity-providers/public-provider.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { connectKey } from '../../shared/secrets/connect-key.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createIdentityProviderRoute } from './create-identity-provider.route.ts';

export const createHandler = createAuditedEndpoint(
  createIdentityProviderRoute,
  async ({ body, query, scope, caller, now, url, baseUrl }, { table, randomBytes, clock, settings }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    await checkMayProvide(table, caller, tenantId);
    const provider = await createIdentityProvider(table, body, {
      id: newId(now, randomBytes),
      tenantId,
      at: formatTimestamp(now),
      randomBytes,
      destinations: settings.destinations,
      key: connectKey(settings.identityProviderEncryptionKey, clock),
    });
    return { body: publicProvider(provider, baseUrl), headers: { Location: `${url}/${provider.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
