import * as z from 'zod/mini';
import { alertSeverityField, alertTypeField } from '../alerts/alert.ts';
import { sha256 } from '../base/digest.ts';
import { idField, lineField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, type RandomBytes } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { MAIL_SECRET } from '../devices/mailbox.ts';
import { mailAddressKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { MEANINGS, normal } from './read-meaning.ts';

const MOST_PHRASES = 50;
const LONGEST_PHRASE = 200;

const NO_PHRASE = 'must have a letter or a digit';

const phraseSchema = withMeta(
  z.strictObject({
    text: withMeta(lineField(LONGEST_PHRASE).check(z.refine((it) => normal(it) !== '', NO_PHRASE)), {
      description:
        'The whole value of an event field, a whole line, or the whole subject. Case and punctuation do not count.',
      examples: ['Zone quiet'],
    }),
    means: withMeta(z.enum(MEANINGS), {
      id: 'MailMeaning',
      description:
        '`restored` notes in the open alert that it is over, `trouble` raises `system-trouble`, `trouble_over` resolves that, and `recorded` does nothing.',
    }),
  }),
  { id: 'MailPhrase' },
);

const settings = {
  type: withMeta(alertTypeField, { description: 'The type of its alerts.' }),
  severity: withMeta(alertSeverityField, { description: 'Their severity.' }),
  subject: withMeta(z.nullable(lineField(LONGEST_PHRASE)), {
    description:
      'The subject that is set in the device, if it is the same in every mail. It says nothing about what happened.',
  }),
  phrases: withMeta(z.array(phraseSchema).check(z.maxLength(MOST_PHRASES)), {
    description: 'What phrases of this device mean, before those that Guard knows.',
  }),
};

const DEFAULTS = { type: 'motion', severity: 'high', subject: null, phrases: [] } as const;

/** The body that makes an address. */
export const mailAddressInputSchema = withMeta(
  z.strictObject({
    type: z._default(settings.type, DEFAULTS.type),
    severity: z._default(settings.severity, DEFAULTS.severity),
    subject: z._default(settings.subject, DEFAULTS.subject),
    phrases: z._default(settings.phrases, []),
  }),
  { id: 'MailAddressInput', examples: [{ type: 'motion', severity: 'high' }] },
);

export type MailAddressInput = z.infer<typeof mailAddressInputSchema>;

export const mailAddressChangesSchema = withMeta(
  z.strictObject({
    type: z.optional(settings.type),
    severity: z.optional(settings.severity),
    subject: z.optional(settings.subject),
    phrases: z.optional(settings.phrases),
  }),
  { id: 'MailAddressChanges', examples: [{ phrases: [{ text: 'Zone quiet', means: 'restored' }] }] },
);

export type MailAddressChanges = z.infer<typeof mailAddressChangesSchema>;

const storedSchema = z.object({
  id: idField,
  tenant_id: idField,
  ...settings,
  /** When the present address was made. */
  issued_at: timestampField,
  created_at: timestampField,
  updated_at: timestampField,
});

/** The mail address of a device. Its id is that of the device. */
export type MailAddress = z.infer<typeof storedSchema>;

export interface StoredMailAddress extends Stored<MailAddress> {
  readonly secretHash: string;
}

export const MAIL_ADDRESSES = defineKind<MailAddress, StoredMailAddress>({
  name: 'MAIL_ADDRESS',
  schema: storedSchema,
  key: (tenantId, id = '') => mailAddressKey(tenantId, id),
  read: (item, stored) => ({ ...stored, secretHash: z.string().parse(item[MAIL_SECRET]) }),
});

export const mailAddressItem = (address: MailAddress, secretHash: string) => ({
  ...MAIL_ADDRESSES.item(address),
  [MAIL_SECRET]: secretHash,
});

/** Digits and small letters that nobody takes for another: a person may type the address into a camera. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 100 bits. Cameras take addresses of 64 characters, some of 32. */
const LENGTH = 20;
const LOCAL_PART = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Makes the part of an address before the `@`, which is a secret. */
export function issueLocalPart(randomBytes: RandomBytes): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/**
 * The hash of the secret in a recipient of the envelope; `undefined` if Guard cannot have issued it. The domain is of no account:
 * a receiver may be reached by its number. Devices change the case of letters, and put what they like around an address.
 */
export function hashOfRecipient(recipient: string): string | undefined {
  const [local = ''] = recipient.trim().replace(/^<|>$/g, '').split('@');
  const plain = local.replace(/^"|"$/g, '').toLowerCase();
  return LOCAL_PART.test(plain) ? sha256(plain) : undefined;
}

const receiverSchema = z.object({
  host: withMeta(z.nullable(z.string()), {
    description:
      'The server to set in the device. Null: only a mail server delivers here, by the domain of the address.',
  }),
  ports: withMeta(z.array(z.int()), { description: 'Without encryption, or with STARTTLS.' }),
  tls_ports: withMeta(z.array(z.int()), { description: 'With TLS from the first byte.' }),
});

const shownFields = {
  device_id: idField,
  tenant_id: idField,
  ...settings,
  issued_at: withMeta(timestampField, { description: 'When the present address was made.' }),
  created_at: timestampField,
  updated_at: timestampField,
  receiver: withMeta(z.nullable(receiverSchema), {
    description:
      'Where the device sends its mail; any user and password are accepted. Null: this Guard receives no mail.',
  }),
};

const EXAMPLE_SHOWN = {
  device_id: EXAMPLE_IDS.device,
  tenant_id: EXAMPLE_IDS.tenant,
  ...DEFAULTS,
  phrases: [],
  issued_at: '2026-11-20T12:00:30.000+00:00',
  created_at: '2026-11-20T12:00:30.000+00:00',
  updated_at: '2026-11-20T12:00:30.000+00:00',
  receiver: { host: 'mail.guard.example', ports: [25, 587], tls_ports: [465] },
};

export const shownMailAddressSchema = withMeta(z.object(shownFields), {
  id: 'MailAddress',
  description: 'What the mails of a camera or recorder mean, without the address itself.',
  examples: [EXAMPLE_SHOWN],
});

/** A new address, which is shown only this once. */
export const issuedMailAddressSchema = withMeta(
  z.object({
    ...shownFields,
    address: withMeta(z.string(), {
      description:
        'The address, which is a secret. It is returned only once: set it as the recipient in the device.',
    }),
  }),
  {
    id: 'IssuedMailAddress',
    examples: [{ ...EXAMPLE_SHOWN, address: '0123456789abcdefghjk@in.guard.example' }],
  },
);

type ShownMailAddress = Omit<z.input<typeof shownMailAddressSchema>, 'receiver'>;

export function showMailAddress({ id, tenant_id, ...address }: MailAddress): ShownMailAddress {
  return { device_id: id, tenant_id, ...address };
}
