import * as z from 'zod/mini';
import { emailField } from '../base/email-field.ts';
import { idField, internationalNumberField, stringOf, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { plainCode } from '../base/plain-code.ts';
import { withMeta } from '../base/schema.ts';
import { CHANNEL_KINDS, channelKindField } from './channel-kind.ts';

/** The request and response bodies of the routes of channels. */

/** The format is ITU-T E.164. Later checks find out whether the number exists, and in which country. */
export const phoneNumberField = withMeta(internationalNumberField, {
  description: 'A phone number, stored in the format E.164.',
  examples: ['+4915123456789'],
});

/** The subscription that a browser returns (W3C, "Push API"). */
export const pushSubscriptionSchema = withMeta(
  z.strictObject({
    expirationTime: withMeta(z.optional(z.nullable(z.int())), {
      description:
        'Accepted because browsers send it, and ignored: the push service rejects an ended subscription.',
    }),
    endpoint: withMeta(stringOf(1, 1_000), {
      description: 'An https URL of the push service of the browser.',
      examples: ['https://push.example.com/send/abc'],
    }),
    keys: z.strictObject({
      p256dh: z
        .string()
        .check(z.regex(/^[A-Za-z0-9_-]{87}=?$/, { error: 'must be a public key in base64url' })),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/, { error: 'must be 16 bytes in base64url' })),
    }),
  }),
  { id: 'PushSubscription' },
);

export type PushSubscription = Omit<z.infer<typeof pushSubscriptionSchema>, 'expirationTime'>;

const EXAMPLE_INPUT = { kind: 'sms', address: '+4915123456789' };

/** They have names, so that the OpenAPI document says by which field clients tell them apart. */
const CHANNEL_INPUTS = [
  withMeta(z.strictObject({ kind: z.literal('email'), address: emailField }), { id: 'EmailChannelInput' }),
  withMeta(z.strictObject({ kind: z.literal('sms'), address: phoneNumberField }), { id: 'SmsChannelInput' }),
  withMeta(z.strictObject({ kind: z.literal('push'), subscription: pushSubscriptionSchema }), {
    id: 'PushChannelInput',
  }),
] as const;

export const channelInputSchema = withMeta(
  z.discriminatedUnion('kind', CHANNEL_INPUTS, { error: `must be one of ${CHANNEL_KINDS.join(', ')}` }),
  { id: 'ChannelInput', examples: [EXAMPLE_INPUT] },
);

export type ChannelInput = z.infer<typeof channelInputSchema>;

const EXAMPLE_CHANNEL = {
  id: EXAMPLE_IDS.channel,
  ...EXAMPLE_INPUT,
  verified_at: '2026-11-20T12:01:05.000+00:00',
  created_at: '2026-11-20T12:00:30.000+00:00',
};

export const channelSchema = withMeta(
  z.object({
    id: idField,
    kind: channelKindField,
    address: withMeta(z.string(), {
      description: 'The e-mail address or phone number; for `push` the host of the push service.',
    }),
    verified_at: withMeta(z.nullable(timestampField), {
      description: 'When the code was given; null before. Guard notifies by verified channels only.',
    }),
    created_at: timestampField,
  }),
  {
    id: 'Channel',
    description: 'How Guard reaches a person. Only the person sees it.',
    examples: [EXAMPLE_CHANNEL],
  },
);

export type Channel = z.infer<typeof channelSchema>;

export const channelsSchema = withMeta(
  z.object({
    data: withMeta(z.array(channelSchema), { description: 'At most 10, oldest first.' }),
    off: withMeta(z.array(channelKindField), {
      description: 'The kinds that this installation does not send.',
    }),
    push_key: withMeta(z.string(), {
      description: 'The public key of the installation, which a browser needs to subscribe (RFC 8292).',
    }),
    sms_today: withMeta(z.object({ used: z.int(), limit: z.int() }), {
      description: 'SMS of your tenant today (UTC). The last tenth of the limit is kept for critical alerts.',
    }),
    mail_today: withMeta(z.object({ used: z.int(), limit: z.int() }), {
      description:
        'Mails of your tenant today (UTC): notifications, codes and tests. The last tenth of the limit is kept for critical alerts.',
    }),
  }),
  {
    id: 'ChannelList',
    examples: [
      {
        data: [EXAMPLE_CHANNEL],
        off: [],
        push_key: 'BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-mYZBc62frMKrEoMk88r3Lk596T0ck9xlT-aok0fO1KXBLV4-XqxYM',
        sms_today: { used: 3, limit: 200 },
        mail_today: { used: 41, limit: 2_000 },
      },
    ],
  },
);

export const channelCodeSchema = withMeta(
  z.strictObject({
    code: withMeta(
      z.string().check(
        z.maxLength(64),
        z.refine((code) => /^[0-9]{6}$/.test(plainCode(code)), { error: 'must be 6 digits' }),
      ),
      {
        description: 'The code that Guard sent to the address, also with spaces or dashes.',
        override: { pattern: String.raw`^\s*([0-9][\s\-]*){6}$`, maxLength: 64 },
        examples: ['401277'],
      },
    ),
  }),
  { id: 'ChannelCode', examples: [{ code: '401277' }] },
);

/** The result of a test message that a person sends to one of their own channels. */
export const channelTestSchema = withMeta(
  z.object({
    status: withMeta(z.enum(['sent', 'failed']), { id: 'ChannelTestStatus' }),
    reason: withMeta(z.nullable(z.string()), { description: 'Why it failed.', examples: ['channel_off'] }),
  }),
  { id: 'ChannelTest', examples: [{ status: 'sent', reason: null }] },
);

export type ChannelTest = z.infer<typeof channelTestSchema>;

/** What other people see of a user's channels. */
export const userChannelsSchema = withMeta(
  z.object({
    kinds: withMeta(z.array(channelKindField), { description: 'The kinds with a verified channel.' }),
  }),
  { id: 'UserChannels', examples: [{ kinds: ['email', 'sms'] }] },
);
