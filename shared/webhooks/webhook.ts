import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, stringOf, textField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';
import { EVENT_NAMES, EVENT_TYPES } from './event-types.ts';
import { type Secrets, secretsSchema } from './secrets.ts';
import { hiddenCharacterOf, normalizedUrl } from './webhook-url.ts';

const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

export const MAXIMUM_URL_LENGTH = 2_000;
const MAXIMUM_SITES = 50;

/** Spaces, which parsing a URL would drop, and control characters: a reader could not see them. */
const UNSEEN = String.raw`\u0000-\u0020\u007f-\u00a0`;
const VISIBLE = new RegExp(`^[^${UNSEEN}]*$`);

/** The allowed destinations: webhook-url.ts. */
const urlField = withMeta(
  stringOf(1, MAXIMUM_URL_LENGTH).check(
    z.regex(VISIBLE, { error: 'must be without spaces and control characters', abort: true }),
    z.refine((url) => hiddenCharacterOf(url) === undefined, {
      error: ({ input }) => `must be without ${hiddenCharacterOf(String(input))}, which nobody sees`,
    }),
  ),
  {
    description:
      'Where Guard sends events: an https URL of a public host. Guard stores and shows its normalized form: `HTTPS:\\\\Höoks.example` becomes `https://xn--hoks-5qa.example/`. The URL is not treated as a secret.',
    examples: ['https://hooks.example.com/guard'],
  },
);
const eventField = withMeta(z.enum(EVENT_NAMES), {
  id: 'WebhookEvent',
  description: EVENT_TYPES.map(({ name, text }) => `- \`${name}\`: ${text}`).join('\n'),
});
const eventsField = withMeta(z.array(eventField).check(z.minLength(1), z.maxLength(EVENT_NAMES.length)), {
  description: 'The events that the webhook receives.',
});
const siteIdsField = withMeta(
  z.nullable(z.array(idField).check(z.minLength(1), z.maxLength(MAXIMUM_SITES))),
  {
    description: 'Receives only events of these sites of the tenant; null: of all sites.',
  },
);
const descriptionField = z.nullable(textField(500));
const statusField = withMeta(z.enum(WEBHOOK_STATUSES), { id: 'WebhookStatus' });

const EXAMPLE = {
  url: 'https://hooks.example.com/guard',
  events: ['alert.raised', 'alert.resolved'],
  site_ids: null,
  description: 'Opens tickets',
  status: 'active',
};

export const webhookInputSchema = withMeta(
  z.strictObject({
    url: urlField,
    events: eventsField,
    site_ids: z._default(siteIdsField, null),
    description: z._default(descriptionField, null),
    status: z._default(statusField, 'active'),
  }),
  { id: 'WebhookInput', examples: [EXAMPLE] },
);

export type WebhookInput = z.infer<typeof webhookInputSchema>;

export const webhookChangesSchema = withMeta(
  changesOf({
    url: urlField,
    events: eventsField,
    site_ids: siteIdsField,
    description: descriptionField,
    status: withMeta(z.clone(statusField), {
      description: '`active` also enables a webhook that Guard disabled.',
    }),
  }),
  { id: 'WebhookChanges', examples: [{ status: 'active' }] },
);

export type WebhookChanges = z.infer<typeof webhookChangesSchema>;

const EXAMPLE_WEBHOOK = {
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
    // No enumeration: generators of clients lose null beside one.
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
  }),
  { id: 'Webhook', description: 'A URL that receives events.', examples: [EXAMPLE_WEBHOOK] },
);

export const webhookPageSchema = pageOf(webhookSchema, 'WebhookPage');

/** A webhook with its newest secret: the only response that contains it. */
export const issuedWebhookSchema = withMeta(
  z.extend(webhookSchema, {
    secret: withMeta(z.string(), {
      description:
        'The receiver verifies signatures with it (Standard Webhooks). No other response contains it: store it.',
      pattern: '^whsec_[0-9A-Za-z+/]+=*$',
    }),
  }),
  { id: 'IssuedWebhook', examples: [{ ...EXAMPLE_WEBHOOK, secret: 'whsec_EXAMPLE' }] },
);

export type Webhook = z.infer<typeof webhookSchema>;

export interface StoredWebhook extends Stored<Webhook> {
  readonly secrets: Secrets;
}

/**
 * Release 0.9.0 cannot read a webhook with an event that it does not know. So `events` stores only those that it knows, and
 * `all_events` stores all, if there are others.
 */
const EVENTS_OF_090: readonly unknown[] = [
  'alert.raised',
  'alert.acknowledged',
  'alert.noted',
  'alert.escalated',
  'alert.resolved',
  'device.online',
  'device.offline',
];
const isOf090 = (event: unknown) => EVENTS_OF_090.includes(event);

function storeWebhook(webhook: Webhook) {
  const events = webhook.events.filter(isOf090);
  const hasOthers = events.length < webhook.events.length;
  return { ...webhook, events, ...(hasOthers ? { all_events: webhook.events } : {}) };
}

/** If release 0.9.0 has changed the events since, its `events` hold. It stored URLs as clients sent them. */
function loadWebhook({ all_events: all, ...stored }: Readonly<Record<string, unknown>>) {
  const data = { ...stored, url: normalizedUrl(String(stored['url'])) };
  const isCurrent = Array.isArray(all) && isDeepStrictEqual(all.filter(isOf090), stored['events']);
  return isCurrent ? { ...data, events: all } : data;
}

/** A webhook belongs to its whole tenant, even if it receives events of some sites only. */
export const WEBHOOKS = defineKind<Webhook, StoredWebhook>({
  name: 'WEBHOOK',
  schema: webhookSchema,
  store: storeWebhook,
  load: loadWebhook,
  indexes: { platform: ['all'], tenant: [] },
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({ ...stored, secrets: secretsSchema.parse(item['secrets']) }),
});

export function webhookItem(webhook: Webhook, secrets: Secrets) {
  return { ...WEBHOOKS.item(webhook), secrets };
}
