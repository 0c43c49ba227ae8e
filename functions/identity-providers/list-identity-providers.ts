import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { listIdentityProviders } from '../../shared/identity-providers/list-identity-providers.ts';
import { publicProvider } from '../../shared/identity-providers/public-provider.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listIdentityProvidersRoute } from './list-identity-providers.route.ts';

export const createHandler = createEndpoint(listIdentityProvidersRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, _, page) => {
    const { items, ...ends } = await listIdentityProviders(table, scope, page);
    const { baseUrl } = request;
    return { ...ends, items: items.map((it) => publicProvider(it, baseUrl)) };
  }),
}));

export const handler = createHandler(lambdaRuntime);
