import * as z from 'zod/mini';
import { changesOf, idField, stringOf, textField } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { hiddenCharacterOf } from '../lambda/outbound.ts';
import { pageOf } from '../table/list-contract.ts';
import { EVENT_NAMES } from './event-types.ts';
import { EXAMPLE, EXAMPLE_WEBHOOK, eventField, statusField, webhookSchema } from './webhook.ts';

/**
 * The request and response bodies of the routes of webhooks. They are apart from the kind, because the functions of other
 * routes import the kind, too.
 */

export const MAXIMUM_URL_LENGTH = 2_000;
const MAXIMUM_SITES = 50;

/** Spaces and control characters. Parsing a URL would silently drop spaces, and nobody can see control characters. */
const UNSEEN = String.raw`\u0000-\u0020\u007f-\u00a0`;
const VISIBLE = new RegExp(`^[^${UNSEEN}]*$`);

/** The URL of a webhook (lambda/outbound.ts has the allowed destinations). */
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

export const webhookPageSchema = pageOf(webhookSchema, 'WebhookPage');

/** A webhook with its newest secret. No other response contains the secret. */
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
