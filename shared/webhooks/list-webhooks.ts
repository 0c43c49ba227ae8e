import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { DELIVERIES, type Delivery } from './delivery.ts';
import { WEBHOOKS, type Webhook } from './webhook.ts';

/** A page of the webhooks of an extent, newest first. */
export function listWebhooks(table: Table, extent: Extent, page: PageRequest): Promise<Page<Webhook>> {
  return listEntities(table, WEBHOOKS, planList(WEBHOOKS, extent), page);
}

/** A page of the deliveries of a webhook of the last week, pending ones included, newest first. */
export function listDeliveries(
  table: Table,
  { tenant_id: tenantId, id }: Pick<Webhook, 'tenant_id' | 'id'>,
  page: PageRequest,
): Promise<Page<Delivery>> {
  return listEntities(table, DELIVERIES, planList(DELIVERIES, { kind: 'under', tenantId, id }), page);
}
