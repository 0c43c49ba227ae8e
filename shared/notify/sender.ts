import type { PushSubscription } from './channel-contract.ts';
import type { ChannelKind } from './channel-kind.ts';

/** A message to one channel of a person. An SMS consists of `text` only. */
export interface OutgoingText {
  readonly subject: string;
  readonly text: string;
  /** The page that a tap on a push opens: a URL of the console. */
  readonly link: string;
  /** A push with this tag replaces a shown push with the same tag. */
  readonly tag: string;
}

/** The destination of a message. */
export interface Destination {
  readonly kind: ChannelKind;
  /** The e-mail address or phone number; for `push` it is the host of the push service. */
  readonly address: string;
  /** Present for `push`. */
  readonly subscription?: PushSubscription | undefined;
}

/** What a provider sends back with the receipt of an SMS, so that Guard finds the notification. */
export type ReceiptContext = Readonly<Record<string, string>>;

/**
 * - `sent`: the provider took the message.
 * - `refused`: the provider certainly did not take it. `isFinal` if a repetition is refused, too.
 * - `unknown`: the result is unknown, for example after a timeout.
 *
 * A reason is a word of the field, such as `no_answer`; it contains no address.
 */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly reason: string; readonly isFinal: boolean }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Sends one message. Never rejects, and ends within 6 seconds. */
export type Send = (
  destination: Destination,
  message: OutgoingText,
  context?: ReceiptContext,
) => Promise<SendResult>;

export const SENT: SendResult = { outcome: 'sent' };

/** The message was certainly not sent, and sending it again would be refused, too. */
export const refusedForGood = (reason: string): SendResult => ({ outcome: 'refused', reason, isFinal: true });

/** The message was certainly not sent; sending it again may succeed. */
export const refusedForNow = (reason: string): SendResult => ({ outcome: 'refused', reason, isFinal: false });

export const unknown = (reason: string): SendResult => ({ outcome: 'unknown', reason });

/** After these errors there was no connection, so nobody can have received the message. */
const NOT_CONNECTED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** Makes the result of a request without an answer, by the code of the error. */
export const withoutAnswer = (code: unknown): SendResult =>
  typeof code === 'string' && NOT_CONNECTED.includes(code)
    ? refusedForNow('not_connected')
    : unknown('no_answer');

/** The errors of SES v2 and of AWS End User Messaging SMS after which sending again would be refused, too. */
const FINAL: readonly string[] = [
  'BadRequestException',
  'MessageRejected',
  'ValidationException',
  // For example, a phone number has opted out.
  'ConflictException',
];

const THROTTLED = /Throttl|TooManyRequests/;

/**
 * Translates an error of an AWS client into a result. It does not use the error's own message, because that may contain the
 * address.
 */
export function resultOfError(error: unknown): SendResult {
  if (!(error instanceof Error)) return unknown('no_answer');
  const status = statusOf(error);
  if (status === undefined) return withoutAnswer('code' in error ? error.code : undefined);
  if (status >= 500) return unknown('provider_failed');
  if (status === 429 || THROTTLED.test(error.name)) return refusedForNow('throttled');
  return FINAL.includes(error.name) ? refusedForGood('refused') : refusedForNow('refused');
}

/** The status of the answer; `undefined` if there was none. */
function statusOf(error: Error): number | undefined {
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
