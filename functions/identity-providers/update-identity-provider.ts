import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { checkMayProvide } from '../../shared/identity-providers/platform-provider.ts';
import { publicProvider } from '../../shared/identity-providers/public-provider.ts';
import { updateIdentityProvider } from '../../shared/identity-providers/update-identity-provider.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { connectKey } from '../../shared/secrets/connect-key.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateIdentityProviderRoute } from './update-identity-provider.route.ts';

export const createHandler = createAuditedEndpoint(
  updateIdentityProviderRoute,
  async ({ target, body, caller, ifMatch, now, baseUrl }, { table, randomBytes, clock, settings }) => {
    await checkMayProvide(table, caller, target.entity.tenant_id);
    const provider = await updateIdentityProvider(table, target, body, {
      ifMatch,
      baseUrl,
      at: formatTimestamp(now),
      randomBytes,
      destinations: settings.destinations,
      key: connectKey(settings.identityProviderEncryptionKey, clock),
    });
    return { body: publicProvider(provider, baseUrl) };
  },
);

export const handler = createHandler(lambdaRuntime);
