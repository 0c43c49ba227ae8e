import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { NOTIFICATION_RULES } from '../../shared/notification-rules/notification-rule.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { deleteNotificationRuleRoute } from './delete-notification-rule.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteNotificationRuleRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, NOTIFICATION_RULES, target, { ifMatch });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
