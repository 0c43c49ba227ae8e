import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import type { Alert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent } from './alert-event.ts';

export function listEvents(
  table: Table,
  { tenant_id: tenantId, id }: Pick<Alert, 'tenant_id' | 'id'>,
  page: PageRequest,
): Promise<Page<AlertEvent>> {
  return listEntities(table, ALERT_EVENTS, planList(ALERT_EVENTS, { kind: 'under', tenantId, id }), page);
}
