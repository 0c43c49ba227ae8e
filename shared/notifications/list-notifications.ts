import type { Alert } from '../alerts/alert.ts';
import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { NOTIFICATIONS, type Notification } from './notification.ts';

/** A page of the notifications of an alert, newest first. */
export function listNotifications(
  table: Table,
  { tenant_id: tenantId, id }: Pick<Alert, 'tenant_id' | 'id'>,
  page: PageRequest,
): Promise<Page<Notification>> {
  return listEntities(table, NOTIFICATIONS, planList(NOTIFICATIONS, { kind: 'under', tenantId, id }), page);
}
