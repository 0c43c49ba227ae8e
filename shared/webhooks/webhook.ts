import * as z from 'zod/mini';
import { idField, timestampField, warningsField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import type { ItemKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { EVENT_NAMES, EVENT_TYPES } from './event-types.ts';
import { type Secrets, secretsSchema } from './signature.ts';

const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

export const eventField = withMeta(z.enum(EVENT_NAMES), {
  id: 'WebhookEvent',
  description: EVENT_TYPES.map(({ name, text }) => `- \`${name}\`: ${text.en}.`).join('\n'),
});
export const statusField = withMeta(z.enum(WEBHOOK_STATUSES), { id: 'WebhookStatus' });

export const EXAMPLE = {
  url: 'https://hooks.example.com/guard',
  events: ['alert.raised', 'alert.resolved'],
  site_ids: null,
  description: 'Opens tickets',
  status: 'active',
};

export const EXAMPLE_WEBHOOK = {
  id: EXAMPLE_IDS.webhook,
  tenant_id: EXAMPLE_IDS.tenant,
  ...EXAMPLE,
  disabled_reason: null,
  failing_since: null,
  ...EXAMPLE_TIMES,
};

export const webhookSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    url: z.string(),
    events: z.array(eventField),
    site_ids: z.nullable(z.array(idField)),
    description: z.nullable(z.string()),
    status: statusField,
    // This is not an enumeration: client generators lose the null of a nullable enumeration.
    disabled_reason: withMeta(z.nullable(z.string()), {
      description:
        'Why Guard disabled the webhook: `gone` (the receiver answered 410) or `failing` (5 days without a success); null if Guard did not disable it.',
      examples: ['failing'],
    }),
    failing_since: withMeta(z.nullable(timestampField), {
      description: 'The time since which no attempt has succeeded; null if the last attempt succeeded.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
    warnings: warningsField,
  }),
  { id: 'Webhook', description: 'A URL that receives events.', examples: [EXAMPLE_WEBHOOK] },
);

export type Webhook = z.infer<typeof webhookSchema>;

export interface StoredWebhook extends Stored<Webhook> {
  readonly secrets: Secrets;
}

/** A webhook belongs to its whole tenant, even if it receives events of some sites only. */
export const WEBHOOKS = defineKind<Webhook, StoredWebhook>({
  name: 'WEBHOOK',
  schema: webhookSchema,
  indexes: { platform: ['all'], tenant: [] },
  // The limit for each tenant, because each webhook may receive every event.
  limit: { count: 'webhooks', maximum: 20, error: 'too_many_webhooks' },
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({ ...stored, secrets: secretsSchema.parse(item['secrets']) }),
});

export function webhookItem(webhook: Webhook, secrets: Secrets) {
  return { ...WEBHOOKS.item(webhook), secrets };
}

/** Called for an item that this release cannot read. All other items are still processed. */
export type OnUnreadable = (key: ItemKey, error: unknown) => void;

/**
 * Reads an item, or skips it if it is unreadable: otherwise its batch would be repeated forever, and delay the events of all
 * tenants.
 */
export function readable<T>(key: ItemKey, read: () => T, onUnreadable: OnUnreadable): T | undefined {
  try {
    return read();
  } catch (error) {
    onUnreadable(key, error);
    return undefined;
  }
}
