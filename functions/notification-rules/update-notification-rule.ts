import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateNotificationRule } from '../../shared/notification-rules/update-notification-rule.ts';
import { previewContext, previewRule } from '../../shared/notifications/preview-rule.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateNotificationRuleRoute } from './update-notification-rule.route.ts';

export const createHandler = createAuditedEndpoint(
  updateNotificationRuleRoute,
  async ({ target, body, ifMatch, now }, runtime) => {
    const when = { ifMatch, at: formatTimestamp(now) };
    const rule = await updateNotificationRule(runtime.table, target, body, when);
    const { warnings } = await previewRule(previewContext(runtime, now), rule.tenant_id, rule);
    return { body: { ...rule, warnings } };
  },
);

export const handler = createHandler(lambdaRuntime);
