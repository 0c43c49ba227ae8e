import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createNotificationRule } from '../../shared/notification-rules/create-notification-rule.ts';
import type { NotificationRule } from '../../shared/notification-rules/notification-rule.ts';
import { previewContext, previewRule } from '../../shared/notifications/preview-rule.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createNotificationRuleRoute } from './create-notification-rule.route.ts';

export const createHandler = createAuditedEndpoint(
  createNotificationRuleRoute,
  async ({ body, query, scope, now, url, remember }, runtime) => {
    const { table, randomBytes } = runtime;
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const { warnings } = await previewRule(previewContext(runtime, now), tenantId, body);
    const answer = (rule: NotificationRule) => ({
      body: { ...rule, warnings },
      headers: { Location: `${url}/${rule.id}` },
    });
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    return answer(
      await createNotificationRule(table, body, origin, remember && ((rule) => remember(answer(rule)))),
    );
  },
);

export const handler = createHandler(lambdaRuntime);
