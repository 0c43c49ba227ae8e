import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listOwnSessions } from '../../shared/sessions/list-own-sessions.ts';
import { listOwnSessionsRoute } from './list-own-sessions.route.ts';

export const createHandler = createEndpoint(listOwnSessionsRoute, async (request, { table }) => {
  const { caller, now } = request;
  const scope = { kind: 'tenant', tenantId: caller.tenantId } as const;
  return {
    body: await answerList({ ...request, scope }, (_scope, _filters, page) =>
      listOwnSessions(table, caller, now, page),
    ),
  };
});

export const handler = createHandler(lambdaRuntime);
