import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateNotificationRule } from '../../shared/notification-rules/update-notification-rule.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateNotificationRuleRoute } from './update-notification-rule.route.ts';

export const createHandler = createAuditedEndpoint(
  updateNotificationRuleRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateNotificationRule(table, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
