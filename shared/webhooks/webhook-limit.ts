import type { ChildLimit } from '../table/limited-children.ts';

/** Each webhook can receive every event. */
export const WEBHOOK_LIMIT: ChildLimit = { count: 'webhooks', maximum: 20, error: 'too_many_webhooks' };
