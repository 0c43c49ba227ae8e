import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { admitInvitation } from '../../shared/mail/mail-limits.ts';
import { isMailOn } from '../../shared/mail/mail-settings.ts';
import { queueMail } from '../../shared/mail/queue-mail.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createUser } from '../../shared/users/create-user.ts';
import { createUserRoute } from './create-user.route.ts';

export const createHandler = createAuditedEndpoint(
  createUserRoute,
  async ({ body, query, caller, scope, now, url }, runtime) => {
    const { table, randomBytes, settings } = runtime;
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const isInvited = body.password_login_enabled && body.password === undefined && isMailOn(settings);
    if (isInvited) await admitInvitation(table, tenantId, now);
    const user = await createUser(table, body, {
      caller,
      id: newId(now, randomBytes),
      tenantId,
      at: formatTimestamp(now),
      isInvited,
    });
    // After an error here the user exists, and can be sent the invitation again.
    if (isInvited)
      await queueMail(runtime, { template: 'invitation', tenant_id: tenantId, user_id: user.id });
    return { body: user, headers: { Location: `${url}/${user.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
