import { ApiError } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { mayBeInvited } from '../../shared/links/link.ts';
import { admitInvitation } from '../../shared/mail/mail-limits.ts';
import { requireMail } from '../../shared/mail/mail-settings.ts';
import { queueMail } from '../../shared/mail/queue-mail.ts';
import { inviteUserRoute } from './invite-user.route.ts';

export const createHandler = createEndpoint(inviteUserRoute, async ({ target, now }, runtime) => {
  requireMail(runtime.settings);
  if (!mayBeInvited(target)) throw new ApiError('invitation_not_open');
  const { tenant_id, id } = target.entity;
  await admitInvitation(runtime.table, tenant_id, now);
  await queueMail(runtime, { template: 'invitation', tenant_id, user_id: id });
  return {};
});

export const handler = createHandler(lambdaRuntime);
