import { deleteEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { countGoneWebhook } from './count-webhook.ts';
import { type StoredWebhook, WEBHOOKS } from './webhook.ts';

/** Deletes a webhook: nothing is sent any more, also of what waits to be tried again. */
export function deleteWebhook(
  table: Table,
  webhook: StoredWebhook,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, WEBHOOKS, webhook, {
    ifMatch,
    alongside: async ({ entity }) => [countGoneWebhook(table, entity.tenant_id)],
  });
}
