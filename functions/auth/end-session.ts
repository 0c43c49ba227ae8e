import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { endToken, isOfOpenSession } from '../../shared/sessions/token-store.ts';
import { auditWrites } from '../../shared/table/audit-writes.ts';
import { EXISTS } from '../../shared/table/expression.ts';
import { USERS } from '../../shared/users/user.ts';
import { endSessionRoute } from './end-session.route.ts';

export const createHandler = createAuditedEndpoint(
  endSessionRoute,
  async ({ caller, path, now }, { table }) => {
    const user = { id: caller.userId, tenant_id: caller.tenantId, name: caller.name };
    const alongside = auditWrites(table, USERS, user, user, { action: 'session_ended' });
    const tokenId = Number(path.token_id);
    // The own session is open, although another request may raise its version meanwhile.
    const isOwn = tokenId === caller.tokenId;
    const condition = isOwn ? EXISTS : isOfOpenSession(caller.sessionVersion, now);
    await endToken(table, { ...caller, tokenId }, 'not_found', { alongside, condition });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
