import type { ChildLimit } from '../table/limited-children.ts';

export const SCHEDULE_LIMIT: ChildLimit = { count: 'schedules', maximum: 50, error: 'too_many_schedules' };
