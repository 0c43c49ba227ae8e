import { createEndpoint } from '../../shared/http/endpoint.ts';
import { publicProvider } from '../../shared/identity-providers/public-provider.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getIdentityProviderRoute } from './get-identity-provider.route.ts';

export const createHandler = createEndpoint(getIdentityProviderRoute, ({ target, baseUrl }) => ({
  body: publicProvider(target.entity, baseUrl),
}));

export const handler = createHandler(lambdaRuntime);
