import { deleteEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { countDeletedWebhook } from './count-webhook.ts';
import { type StoredWebhook, WEBHOOKS } from './webhook.ts';

/** After this nothing is sent to the webhook; pending deliveries are skipped. */
export function deleteWebhook(
  table: Table,
  webhook: StoredWebhook,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, WEBHOOKS, webhook, {
    ifMatch,
    alongside: async ({ entity }) => [countDeletedWebhook(table, entity.tenant_id)],
  });
}
