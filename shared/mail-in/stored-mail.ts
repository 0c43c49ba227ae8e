import * as z from 'zod/mini';
import { newId, type RandomBytes } from '../base/ids.ts';
import { LARGEST_MAIL, type StoredMail } from './receive-mail.ts';

/** The function with the queue of stored mails. */
export const RECEIVE_MAIL = 'receive-mail';

/** Below it are the mails that a receiver has stored, until they are carried out. */
export const SMTP_PREFIX = 'smtp/';
/** Below it are those that Amazon SES has stored. */
export const SES_PREFIX = 'ses/';

const envelopeSchema = z.object({
  recipients: z.array(z.string()),
  arrived_at: z.string(),
  from: z.string(),
  is_cut: z.boolean(),
});

/** What a receiver knows of a mail besides its bytes. */
export type MailEnvelope = Pick<StoredMail, 'recipients' | 'arrivedAt' | 'from' | 'isCut'>;

/** The largest object: the mail, and the line before it. Amazon SES receives up to 40 MB. */
export const LARGEST_OBJECT = 41 * 1024 * 1024;

export const nameMail = (now: Date, randomBytes: RandomBytes): string =>
  SMTP_PREFIX + newId(now, randomBytes);

/** The object of a mail: a line with its envelope, and then its bytes. One write stores both. */
export function packMail({ recipients, arrivedAt, from, isCut }: MailEnvelope, bytes: Buffer): Buffer {
  const envelope = { recipients, arrived_at: arrivedAt.toISOString(), from, is_cut: isCut };
  return Buffer.concat([Buffer.from(`${JSON.stringify(envelope)}\n`), bytes]);
}

function unpackMail(object: string, packed: Buffer): StoredMail {
  const end = packed.indexOf(0x0a);
  const { recipients, arrived_at, from, is_cut } = envelopeSchema.parse(
    JSON.parse(packed.toString('utf8', 0, end)),
  );
  const arrivedAt = new Date(arrived_at);
  return { object, recipients, arrivedAt, from, isCut: is_cut, bytes: packed.subarray(end + 1) };
}

/** What EventBridge says of an object that was created (AWS, "EventBridge event message structure" of Amazon S3). */
const eventSchema = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });
/** What Amazon SES writes to its topic (AWS, "Contents of notifications for Amazon SES email receiving"). */
const verdict = z.optional(z.object({ status: z.string() }));
const notificationSchema = z.object({
  notificationType: z.literal('Received'),
  mail: z.object({ source: z.string() }),
  receipt: z.object({
    timestamp: z.string(),
    recipients: z.array(z.string()),
    spamVerdict: verdict,
    virusVerdict: verdict,
    action: z.object({ objectKey: z.string() }),
  }),
});

/** A mail that waits in the store. */
export interface WaitingMail {
  readonly object: string;
  readonly open: (bytes: Buffer) => StoredMail;
}

/** Reads a message of the queue: an event about an object, or a notification of Amazon SES; `undefined` for any other. */
export function readMailMessage(body: string): WaitingMail | undefined {
  const message: unknown = JSON.parse(body);
  const event = eventSchema.safeParse(message).data;
  if (event) {
    const object = event.detail.object.key;
    return { object, open: (bytes) => unpackMail(object, bytes) };
  }
  const notification = notificationSchema.safeParse(message).data;
  if (!notification) return undefined;
  const { mail, receipt } = notification;
  const object = receipt.action.objectKey;
  const open = (bytes: Buffer): StoredMail => ({
    object,
    bytes: bytes.subarray(0, LARGEST_MAIL),
    isCut: bytes.length > LARGEST_MAIL,
    recipients: receipt.recipients,
    arrivedAt: new Date(receipt.timestamp),
    from: mail.source,
    isSpam: receipt.spamVerdict?.status === 'FAIL',
    isVirus: receipt.virusVerdict?.status === 'FAIL',
  });
  return { object, open };
}

/** The message about a stored mail, as EventBridge writes it. */
export const mailMessage = (object: string): string =>
  JSON.stringify({ detail: { object: { key: object } } });
