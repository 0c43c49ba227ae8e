import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, stringOf, textField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';
import { type Secrets, secretsSchema } from './secrets.ts';
import { hiddenCharacterOf, usedUrl } from './webhook-url.ts';

/** What happens that webhooks can be told of. */
export const WEBHOOK_EVENTS = [
  'alert.raised',
  'alert.acknowledged',
  'alert.noted',
  'alert.escalated',
  'alert.resolved',
  'alert.reopened',
  'device.online',
  'device.offline',
] as const;

const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

export const LONGEST_URL = 2_000;
const MOST_SITES = 50;

/** Without spaces, which the URL would drop, and control characters: who reads it sees all of it. */
const UNSEEN = String.raw`\u0000-\u0020\u007f-\u00a0`;
const VISIBLE = new RegExp(`^[^${UNSEEN}]*$`);

/** Where it leads, webhook-url.ts judges. */
const urlField = withMeta(
  stringOf(1, LONGEST_URL).check(
    z.regex(VISIBLE, { error: 'must be without spaces and control characters', abort: true }),
    z.refine((url) => hiddenCharacterOf(url) === undefined, {
      error: ({ input }) => `must be without ${hiddenCharacterOf(String(input))}, which nobody sees`,
    }),
  ),
  {
    description:
      'Where Guard sends: by https only, to a public host. Guard stores and shows it as it uses it: `HTTPS:\\\\Höoks.example` is `https://xn--hoks-5qa.example/`. The URL is no secret; do not rely on it being one.',
    examples: ['https://hooks.example.com/guard'],
  },
);
const eventField = withMeta(z.enum(WEBHOOK_EVENTS), { id: 'WebhookEvent' });
const eventsField = withMeta(z.array(eventField).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length)), {
  description: 'What it is told of.',
});
const siteIdsField = withMeta(z.nullable(z.array(idField).check(z.minLength(1), z.maxLength(MOST_SITES))), {
  description: 'Only what happens at these sites of the tenant; null: at all of them.',
});
const descriptionField = z.nullable(textField(500));
const statusField = withMeta(z.enum(WEBHOOK_STATUSES), { id: 'WebhookStatus' });

const EXAMPLE = {
  url: 'https://hooks.example.com/guard',
  events: ['alert.raised', 'alert.resolved'],
  site_ids: null,
  description: 'Opens tickets',
  status: 'active',
};

/** What clients send to make a webhook. */
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
      description: '`active` also takes back that Guard disabled it.',
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
        'Why Guard disabled it: `gone` (it answered 410) or `failing` (5 days without a success); null where Guard did not.',
      examples: ['failing'],
    }),
    failing_since: withMeta(z.nullable(timestampField), {
      description: 'Since when no attempt has succeeded; null where the last one did.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  { id: 'Webhook', description: 'Another system that is told what happens.', examples: [EXAMPLE_WEBHOOK] },
);

export const webhookPageSchema = pageOf(webhookSchema, 'WebhookPage');

/** A webhook with its newest secret, which is told this once. */
export const issuedWebhookSchema = withMeta(
  z.extend(webhookSchema, {
    secret: withMeta(z.string(), {
      description:
        'By it the receiver knows that Guard has sent (Standard Webhooks). Nothing ever tells it again: keep it.',
      pattern: '^whsec_[0-9A-Za-z+/]+=*$',
    }),
  }),
  { id: 'IssuedWebhook', examples: [{ ...EXAMPLE_WEBHOOK, secret: 'whsec_EXAMPLE' }] },
);

export type Webhook = z.infer<typeof webhookSchema>;

/** A webhook as stored: with what signs. */
export interface StoredWebhook extends Stored<Webhook> {
  readonly secrets: Secrets;
}

/** The release 0.9.0 refuses an event that it does not know. So all of them stand in a field beside those that it knows. */
const isOf090 = (event: unknown) => event !== 'alert.reopened';

function storeWebhook(webhook: Webhook) {
  const events = webhook.events.filter(isOf090);
  const hasOthers = events.length < webhook.events.length;
  return { ...webhook, events, ...(hasOthers ? { all_events: webhook.events } : {}) };
}

/** The opposite. Where that release has changed the events, they are those that it wrote; it stored URLs as they were typed. */
function loadWebhook({ all_events: all, ...stored }: Readonly<Record<string, unknown>>) {
  const data = { ...stored, url: usedUrl(String(stored['url'])) };
  const isCurrent = Array.isArray(all) && isDeepStrictEqual(all.filter(isOf090), stored['events']);
  return isCurrent ? { ...data, events: all } : data;
}

/** A webhook is its whole tenant's, also where it is told of some sites only. count-webhook.ts counts it there. */
export const WEBHOOKS = defineKind<Webhook, StoredWebhook>({
  name: 'WEBHOOK',
  schema: webhookSchema,
  store: storeWebhook,
  load: loadWebhook,
  indexes: { platform: ['all'], tenant: [] },
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({ ...stored, secrets: secretsSchema.parse(item['secrets']) }),
});

/** The item of a webhook. */
export function webhookItem(webhook: Webhook, secrets: Secrets) {
  return { ...WEBHOOKS.item(webhook), secrets };
}
