import * as z from 'zod';
import type { Clock } from '../../../shared/base/time.ts';
import { phoneNumberField } from '../../../shared/notify/channel-contract.ts';
import type { Outbox } from '../outbox.ts';
import type { ServiceReply } from './services-server.ts';

/** `X-Amz-Target` before the operation. */
export const SMS_SERVICE = 'PinpointSMSVoiceV2';

/** The maximum length of a message body (AWS, "SendTextMessage"). */
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
  /** Takes the receipt of a delivery, as SNS delivers it raw. */
  readonly deliverReceipt: (body: string) => void;
}

/** Answers `SendTextMessage` of AWS End User Messaging SMS, keeps the SMS in the outbox, and delivers its receipt. */
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
  return reply(200, { MessageId: messageId });
}

/** The receipt (AWS, "Example AWS End User Messaging SMS event data"), without the fields that only a carrier knows. */
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

const failure = (message: string) => reply(400, { __type: 'ValidationException', message, Reason: 'OTHER' });

const reply = (status: number, body: object): ServiceReply => ({
  status,
  headers: { 'Content-Type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(body),
});
