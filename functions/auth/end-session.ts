import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { endToken } from '../../shared/sessions/token-store.ts';
import { endSessionRoute } from './end-session.route.ts';

export const createHandler = createEndpoint(endSessionRoute, async ({ caller, path }, { table }) => {
  await endToken(table, { ...caller, tokenId: Number(path.token_id) }, 'not_found');
  return {};
});

export const handler = createHandler(lambdaRuntime);
