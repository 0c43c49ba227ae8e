import type { Destinations } from '../outbound/outbound-url.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { checkInput } from './check-input.ts';
import { type StoredWebhook, WEBHOOKS, type Webhook } from './webhook.ts';
import type { WebhookChanges } from './webhook-contract.ts';

interface ChangeContext {
  readonly ifMatch: string | undefined;
  readonly at: string;
  readonly destinations: Destinations;
}

/**
 * Changes the given fields. Setting the status clears `failing_since` and `disabled_reason`; a new URL clears
 * `failing_since`.
 */
export async function updateWebhook(
  table: Table,
  webhook: StoredWebhook,
  changes: WebhookChanges,
  { ifMatch, at, destinations }: ChangeContext,
): Promise<Webhook> {
  const checked = await checkInput(table, webhook.entity.tenant_id, changes, destinations);
  const anew = checked.status === undefined ? {} : { disabled_reason: null, failing_since: null };
  return changeEntity(table, WEBHOOKS, webhook, ifMatch, (current) => {
    const isMoved = checked.url !== undefined && checked.url !== current.url;
    return {
      changed: applyChanges(
        current,
        { ...checked, ...anew, ...(isMoved ? { failing_since: null } : {}) },
        at,
      ),
    };
  });
}
