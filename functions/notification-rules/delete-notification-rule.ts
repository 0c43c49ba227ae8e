import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteNotificationRule } from '../../shared/notification-rules/delete-notification-rule.ts';
import { deleteNotificationRuleRoute } from './delete-notification-rule.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteNotificationRuleRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteNotificationRule(table, target, ifMatch);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
