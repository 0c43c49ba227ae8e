import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { previewContext, previewRule } from '../../shared/notifications/preview-rule.ts';
import { getNotificationRuleRoute } from './get-notification-rule.route.ts';

export const createHandler = createEndpoint(
  getNotificationRuleRoute,
  async ({ target: { entity: rule }, now }, runtime) => {
    const { warnings } = await previewRule(previewContext(runtime, now), rule.tenant_id, rule);
    return { body: { ...rule, warnings } };
  },
);

export const handler = createHandler(lambdaRuntime);
