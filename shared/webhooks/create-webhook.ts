import type { RandomBytes } from '../ids.ts';
import type { Destinations } from '../outbound/outbound-url.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import { createEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { checkInput } from './check-input.ts';
import { storeSecret } from './secrets.ts';
import { newSecret } from './signature.ts';
import { WEBHOOKS, type Webhook, webhookItem } from './webhook.ts';
import type { WebhookInput } from './webhook-contract.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
  readonly randomBytes: RandomBytes;
  readonly destinations: Destinations;
  /** Encrypts the secret. */
  readonly key: Pick<SecretKey, 'encrypt'> | undefined;
}

/** Creates a webhook in an existing tenant. Only this result contains its secret. */
export async function createWebhook(
  table: Table,
  input: WebhookInput,
  { id, tenantId, at, randomBytes, destinations, key }: Origin,
): Promise<{ webhook: Webhook; secret: string }> {
  const { url, events, site_ids, description, status } = await checkInput(
    table,
    tenantId,
    input,
    destinations,
  );
  const secret = newSecret(randomBytes);
  const webhook: Webhook = {
    id,
    tenant_id: tenantId,
    url,
    events,
    site_ids,
    description,
    status,
    disabled_reason: null,
    failing_since: null,
    created_at: at,
    updated_at: at,
  };
  const stored = await storeSecret(secret, webhook, key);
  await createEntity(table, WEBHOOKS, webhook, [], webhookItem(webhook, [stored]));
  return { webhook, secret };
}
