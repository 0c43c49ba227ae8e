import type { PushSubscription } from '../channels/channel-contract.ts';
import type { ChannelKind } from '../channels/channel-kind.ts';

/** A message to one channel of a person. SMS use `text` only. */
export interface OutgoingText {
  readonly subject: string;
  readonly text: string;
  /** The page that a tap on a push opens: a URL of the console. */
  readonly link: string;
  /** A push replaces a shown one with this tag. */
  readonly tag: string;
}

/** The destination of a message. */
export interface Destination {
  readonly kind: ChannelKind;
  /** The e-mail address or phone number; for `push` the host. */
  readonly address: string;
  /** Present for `push`. */
  readonly subscription?: PushSubscription | undefined;
}

/** The context that a provider sends back with the receipt of an SMS. */
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
