import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { findSuppression } from '../../shared/mail/suppression.ts';
import { getMailStatusRoute } from './get-mail-status.route.ts';

export const createHandler = createEndpoint(getMailStatusRoute, async ({ target }, { table }) => ({
  body: { suppressed: (await findSuppression(table, target.entity.email)) ?? null },
}));

export const handler = createHandler(lambdaRuntime);
