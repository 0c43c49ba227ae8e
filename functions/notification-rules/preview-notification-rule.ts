import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { checkCanMatch } from '../../shared/notification-rules/match-rule.ts';
import { previewContext, previewRule } from '../../shared/notifications/preview-rule.ts';
import { previewNotificationRuleRoute } from './preview-notification-rule.route.ts';

export const createHandler = createEndpoint(
  previewNotificationRuleRoute,
  async ({ body, query, scope, now }, runtime) => {
    checkCanMatch(body);
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    return { body: await previewRule(previewContext(runtime, now), tenantId, body) };
  },
);

export const handler = createHandler(lambdaRuntime);
