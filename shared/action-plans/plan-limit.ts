import type { ChildLimit } from '../table/limited-children.ts';

export const PLAN_LIMIT: ChildLimit = {
  count: 'action_plans',
  maximum: 200,
  error: 'too_many_action_plans',
};
