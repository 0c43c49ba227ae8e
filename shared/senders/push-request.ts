import webPush from 'web-push';
import type { PushSubscription } from '../channels/channel-contract.ts';
import { sha256 } from '../sha256.ts';
import type { OutgoingText } from './sender.ts';
import type { VapidKey } from './vapid-key.ts';

/** The time for which a push service keeps a message for a browser that is not connected: an older one helps nobody. */
const KEPT_SECONDS = 3_600;

/** The longest topic of a push service (RFC 8030, section 5.4). */
const TOPIC_LENGTH = 32;

export interface PushRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** The body, encrypted for the browser (RFC 8291). */
  readonly body: Buffer;
}

/** The payload that the service worker of the console receives, as JSON. */
export type PushPayload = Readonly<Record<'title' | 'text' | 'link' | 'tag', string>>;

export const payloadOf = ({ subject, text, link, tag }: OutgoingText): PushPayload => ({
  title: subject,
  text,
  link,
  tag,
});

export interface Pushed {
  readonly subscription: PushSubscription;
  readonly message: OutgoingText;
  readonly key: VapidKey;
  /** Whom the push service may contact: a URL with `mailto` or `https`. */
  readonly contact: string;
}

/** A request to a push service. Throws if the keys of the subscription are invalid. */
export function pushRequest({ subscription, message, key, contact }: Pushed): PushRequest {
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payloadOf(message)), {
    TTL: KEPT_SECONDS,
    urgency: 'high',
    // A newer message replaces one that waits in the push service.
    topic: sha256(message.tag).slice(0, TOPIC_LENGTH),
    contentEncoding: 'aes128gcm',
  });
  // An option above would make the library parse the endpoint by an outdated function of Node, which warns.
  const { origin } = new URL(subscription.endpoint);
  const { Authorization } = webPush.getVapidHeaders(
    origin,
    contact,
    key.publicKey,
    key.privateKey,
    'aes128gcm',
  );
  const given = Object.entries({ ...headers, Authorization })
    // The request counts the bytes itself.
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { headers: Object.fromEntries(given), body };
}
