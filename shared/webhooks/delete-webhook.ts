import { deleteEntity } from '../table/change-entity.ts';
import { countDeleted } from '../table/limited-children.ts';
import type { Table } from '../table/table.ts';
import { type StoredWebhook, WEBHOOKS } from './webhook.ts';
import { WEBHOOK_LIMIT } from './webhook-limit.ts';

/** Deletes a webhook. Nothing more is sent to it; pending deliveries are skipped. */
export function deleteWebhook(
  table: Table,
  webhook: StoredWebhook,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, WEBHOOKS, webhook, {
    ifMatch,
    alongside: async ({ entity }) => [countDeleted(table, entity.tenant_id, WEBHOOK_LIMIT)],
  });
}
