import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { endToken } from '../../shared/sessions/token-store.ts';
import { auditWrites } from '../../shared/table/audit-writes.ts';
import { USERS } from '../../shared/users/user.ts';
import { endSessionRoute } from './end-session.route.ts';

export const createHandler = createAuditedEndpoint(endSessionRoute, async ({ caller, path }, { table }) => {
  const user = { id: caller.userId, tenant_id: caller.tenantId, name: caller.name };
  const audit = auditWrites(table, USERS, user, user, { action: 'session_ended' });
  await endToken(table, { ...caller, tokenId: Number(path.token_id) }, 'not_found', audit);
  return {};
});

export const handler = createHandler(lambdaRuntime);
