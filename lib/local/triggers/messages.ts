import * as z from 'zod';
import type { Clock } from '../../../shared/base/time.ts';
import { phoneNumberField } from '../../../shared/notify/channel-contract.ts';
import type { Outbox } from '../outbox.ts';
import { jsonReply, type ServiceReply, type ServiceRequest } from './services-server.ts';

const MAIL_PATH = '/v2/email/outbound-emails';

const text = z.object({ Data: z.string().min(1), Charset: z.literal('UTF-8') }).transform(({ Data }) => Data);
const mailSchema = z.strictObject({
  FromEmailAddress: z.email(),
  Destination: z.strictObject({ ToAddresses: z.tuple([z.email()]) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: text, Body: z.strictObject({ Text: text }) }),
  }),
  ConfigurationSetName: z.string().optional(),
});

export function isMail({ method, path }: ServiceRequest): boolean {
  return method === 'POST' && path === MAIL_PATH;
}

/** Answers the operation `SendEmail` of SES v2, as far as functions use it (ses.ts), and puts the mail into the outbox. */
export function answerMail(
  outbox: Outbox,
  { body }: ServiceRequest,
  { clock, newId }: { readonly clock: Clock; readonly newId: () => string },
): ServiceReply {
  const mail = mailSchema.safeParse(JSON.parse(body));
  const headers = { 'Content-Type': 'application/json' };
  const failure = (type: string, message: string): ServiceReply => ({
    status: 400,
    headers: { ...headers, 'x-amzn-ErrorType': type },
    body: JSON.stringify({ message }),
  });
  if (outbox.failures.email === 'no_answer') return 'no_answer';
  if (!mail.success) return failure('BadRequestException', z.prettifyError(mail.error));
  if (outbox.failures.email === 'refused') return failure('MessageRejected', 'The outbox refuses mail.');
  const { Destination, Content } = mail.data;
  const { Subject: subject, Body } = Content.Simple;
  const [to] = Destination.ToAddresses;
  outbox.add({ channel: 'email', to, subject, text: Body.Text, at: clock().toISOString() });
  return { status: 200, headers, body: JSON.stringify({ MessageId: newId() }) };
}

/** What `X-Amz-Target` contains before the operation. */
export const SMS_SERVICE = 'PinpointSMSVoiceV2';

/** The longest message body (AWS, "SendTextMessage"). */
const MAXIMUM_LENGTH = 1_600;

const smsSchema = z.strictObject({
  DestinationPhoneNumber: z.string().refine((it) => phoneNumberField.safeParse(it).success),
  OriginationIdentity: z.string().min(1),
  MessageBody: z.string().min(1).max(MAXIMUM_LENGTH),
  MessageType: z.literal('TRANSACTIONAL'),
  ConfigurationSetName: z.string().optional(),
  Context: z.record(z.string().max(100), z.string().max(800)).optional(),
});

type Sms = z.infer<typeof smsSchema>;

interface SmsOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Takes the receipt of an SMS, in the raw form in which SNS delivers it. */
  readonly deliverReceipt: (body: string) => void;
}

/**
 * Answers the operation `SendTextMessage` of AWS End User Messaging SMS, puts the SMS into the outbox, and delivers its
 * receipt.
 */
export function answerSms(
  outbox: Outbox,
  { operation, body }: { readonly operation: string; readonly body: string },
  { clock, newId, deliverReceipt }: SmsOptions,
): ServiceReply {
  if (outbox.failures.sms === 'no_answer') return 'no_answer';
  if (operation !== 'SendTextMessage') return failure(`The local server has no ${operation} of SMS.`);
  const sms = smsSchema.safeParse(JSON.parse(body));
  if (!sms.success) return failure(z.prettifyError(sms.error));
  if (outbox.failures.sms === 'refused') return failure('The outbox refuses SMS.');
  const messageId = newId();
  const { DestinationPhoneNumber: to, MessageBody: text } = sms.data;
  outbox.add({ channel: 'sms', to, text, at: clock().toISOString() });
  deliverReceipt(JSON.stringify(receiptOf(sms.data, messageId, clock())));
  return jsonReply(200, { MessageId: messageId });
}

/**
 * Makes the receipt of an SMS (AWS, "Example AWS End User Messaging SMS event data"), without the fields that only a carrier
 * knows.
 */
function receiptOf(
  { DestinationPhoneNumber, OriginationIdentity, Context }: Sms,
  messageId: string,
  now: Date,
) {
  return {
    eventType: 'TEXT_DELIVERED',
    eventVersion: '1.0',
    eventTimestamp: now.getTime(),
    isFinal: true,
    originationPhoneNumber: OriginationIdentity,
    destinationPhoneNumber: DestinationPhoneNumber,
    messageId,
    messageRequestTimestamp: now.getTime(),
    messageEncoding: 'GSM',
    messageType: 'TRANSACTIONAL',
    messageStatus: 'DELIVERED',
    messageStatusDescription: 'Message has been accepted by phone',
    ...(Context === undefined ? {} : { context: Context }),
    totalMessageParts: 1,
  };
}

const failure = (message: string) =>
  jsonReply(400, { __type: 'ValidationException', message, Reason: 'OTHER' });

/** The path to which pushes are sent here, instead of to the push services of browsers (`GUARD_OUTBOX_URL`). */
export const PUSHES_PATH = '/outbox/pushes';

const pushSchema = z.strictObject({
  to: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.url(),
  tag: z.string(),
});

export const isPush = ({ method, path }: ServiceRequest): boolean =>
  method === 'POST' && path === PUSHES_PATH;

/** Answers as a push service does, and puts the push into the outbox. */
export function answerPush(
  outbox: Outbox,
  { body }: ServiceRequest,
  { clock }: { readonly clock: Clock },
): ServiceReply {
  if (outbox.failures.push === 'no_answer') return 'no_answer';
  const push = pushSchema.safeParse(JSON.parse(body));
  if (!push.success || outbox.failures.push === 'refused') return { status: 400 };
  const { to, title: subject, text, link } = push.data;
  outbox.add({ channel: 'push', to, subject, text, link, at: clock().toISOString() });
  return { status: 201 };
}
