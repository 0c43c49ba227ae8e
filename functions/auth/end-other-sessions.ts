import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { endOtherSessions } from '../../shared/sessions/end-other-sessions.ts';
import { endOtherSessionsRoute } from './end-other-sessions.route.ts';

export const createHandler = createAuditedEndpoint(endOtherSessionsRoute, async ({ caller }, { table }) => {
  await endOtherSessions(table, caller);
  return {};
});

export const handler = createHandler(lambdaRuntime);
