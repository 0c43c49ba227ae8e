import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';

/** A page of the rules of an extent, newest first. */
export function listNotificationRules(
  table: Table,
  extent: Extent,
  page: PageRequest,
): Promise<Page<NotificationRule>> {
  return listEntities(table, NOTIFICATION_RULES, planList(NOTIFICATION_RULES, extent), page);
}
