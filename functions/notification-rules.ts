import { ALERTS } from '../shared/alerts/alert.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { deleteTarget, listOf } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import type { SettingName } from '../shared/lambda/settings.ts';
import { createNotificationRule, updateNotificationRule } from '../shared/notify/change-rules.ts';
import { checkCanMatch } from '../shared/notify/match-rule.ts';
import {
  NOTIFICATION_RULES,
  type NotificationRule,
  notificationRuleSchema,
} from '../shared/notify/notification-rule.ts';
import { previewContext, previewRule } from '../shared/notify/preview-rule.ts';
import {
  notificationRuleChangesSchema,
  notificationRuleInputSchema,
  notificationRulePageSchema,
  notificationRulePreviewInputSchema,
  notificationRulePreviewSchema,
} from '../shared/notify/rule-contract.ts';
import { BUDGET_SETTINGS, CHANNEL_SETTINGS } from '../shared/notify/sender-settings.ts';
import { SITES } from '../shared/sites/site.ts';
import { applyChanges } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';

/** The reads of a preview. The answers for a single rule need them, too, because they contain warnings. */
const PREVIEW_TABLE_USE = joinUses(
  listUse(SITES, { scopes: ['tenant'] }),
  listUse(ALERTS, { scopes: ['tenant'], divisions: ['status', 'type_severity'] }),
  { actions: ['BatchGetItem', 'GetItem', 'Query'] },
);

const PREVIEW_SETTINGS: readonly SettingName[] = [...CHANNEL_SETTINGS, ...BUDGET_SETTINGS];

export const listNotificationRulesRoute = defineRoute('notification-rules/list-notification-rules', {
  method: 'GET',
  path: '/api/v1/notification-rules',
  summary: 'List notification rules, newest first',
  access: 'notification_rules:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the rules in the scope of the caller.',
    body: notificationRulePageSchema,
  },
  table: listUse(NOTIFICATION_RULES),
});

export const listNotificationRulesHandler = createEndpoint(
  listNotificationRulesRoute,
  listOf(NOTIFICATION_RULES),
);

export const createNotificationRuleRoute = defineRoute('notification-rules/create-notification-rule', {
  method: 'POST',
  path: '/api/v1/notification-rules',
  summary: 'Create a notification rule',
  access: 'notification_rules:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: notificationRuleInputSchema },
  response: { status: 201, description: 'The new rule.', body: notificationRuleSchema },
  errors: ['not_found', 'too_many_notification_rules'],
  table: joinUses(PREVIEW_TABLE_USE, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] }),
  settings: PREVIEW_SETTINGS,
});

export const createNotificationRuleHandler = createAuditedEndpoint(
  createNotificationRuleRoute,
  async ({ body, query, scope, now, remember }, runtime) => {
    const { table, randomBytes } = runtime;
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const { warnings } = await previewRule(previewContext(runtime, now), tenantId, body);
    const answer = (rule: NotificationRule) => ({ body: { ...rule, warnings } });
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    return answer(await createNotificationRule(table, body, origin, (it) => remember(answer(it))));
  },
);

export const previewNotificationRuleRoute = defineRoute('notification-rules/preview-notification-rule', {
  method: 'POST',
  path: '/api/v1/notification-rules/preview',
  summary: 'Say whom a notification rule would reach now, without storing or sending anything',
  access: 'notification_rules:create',
  request: { query: tenantQuery, body: notificationRulePreviewInputSchema },
  response: {
    description: 'Whom it reaches, and why not.',
    body: notificationRulePreviewSchema,
    etag: false,
  },
  errors: ['not_found'],
  table: PREVIEW_TABLE_USE,
  settings: PREVIEW_SETTINGS,
});

export const previewNotificationRuleHandler = createEndpoint(
  previewNotificationRuleRoute,
  async ({ body, query, scope, now }, runtime) => {
    checkCanMatch(body);
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    return { body: await previewRule(previewContext(runtime, now), tenantId, body) };
  },
);

export const getNotificationRuleRoute = defineRoute('notification-rules/get-notification-rule', {
  method: 'GET',
  path: '/api/v1/notification-rules/{notification_rule_id}',
  target: NOTIFICATION_RULES,
  summary: 'Read a notification rule',
  access: 'notification_rules:read',
  response: { description: 'The rule.', body: notificationRuleSchema },
  table: PREVIEW_TABLE_USE,
  settings: PREVIEW_SETTINGS,
});

export const getNotificationRuleHandler = createEndpoint(
  getNotificationRuleRoute,
  async ({ target: { entity: rule }, now }, runtime) => {
    const { warnings } = await previewRule(previewContext(runtime, now), rule.tenant_id, rule);
    return { body: { ...rule, warnings } };
  },
);

export const updateNotificationRuleRoute = defineRoute('notification-rules/update-notification-rule', {
  method: 'PATCH',
  path: '/api/v1/notification-rules/{notification_rule_id}',
  target: NOTIFICATION_RULES,
  summary: 'Change a notification rule',
  access: 'notification_rules:update',
  isAudited: true,
  request: { body: notificationRuleChangesSchema },
  response: { description: 'The changed rule.', body: notificationRuleSchema },
  table: joinUses(PREVIEW_TABLE_USE, { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'] }),
  settings: PREVIEW_SETTINGS,
});

export const updateNotificationRuleHandler = createAuditedEndpoint(
  updateNotificationRuleRoute,
  async ({ target, body, ifMatch, now }, runtime) => {
    // Read before the change: if a read failed after it, the client would not learn that the rule has changed.
    const when = { ifMatch, at: formatTimestamp(now) };
    const wanted = applyChanges(target.entity, body, when.at);
    const { warnings } = await previewRule(previewContext(runtime, now), wanted.tenant_id, wanted);
    return { body: { ...(await updateNotificationRule(runtime.table, target, body, when)), warnings } };
  },
);

export const deleteNotificationRuleRoute = defineRoute('notification-rules/delete-notification-rule', {
  method: 'DELETE',
  path: '/api/v1/notification-rules/{notification_rule_id}',
  target: NOTIFICATION_RULES,
  summary: 'Delete a notification rule',
  access: 'notification_rules:delete',
  isAudited: true,
  response: { description: 'The rule is deleted. Nobody is notified by it any more.' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});

export const deleteNotificationRuleHandler = createAuditedEndpoint(
  deleteNotificationRuleRoute,
  deleteTarget(NOTIFICATION_RULES),
);
