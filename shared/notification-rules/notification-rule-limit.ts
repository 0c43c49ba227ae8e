import type { ChildLimit } from '../table/limited-children.ts';

export const NOTIFICATION_RULE_LIMIT: ChildLimit = {
  count: 'notification_rules',
  maximum: 100,
  error: 'too_many_notification_rules',
};
