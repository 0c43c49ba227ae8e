import webPush from 'web-push';
import type { AccountOwner } from '../accounts/account.ts';
import { sha256 } from '../base/digest.ts';
import { allowedAddresses, type Network, readOutboundUrl } from '../lambda/outbound.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { isMailOn } from '../mail/mail-settings.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { type AttemptResult, attemptPost, isSuccess } from '../webhooks/attempt.ts';
import { changeChannels, getChannelBook } from './channel.ts';
import type { PushSubscription } from './channel-contract.ts';
import {
  type Destination,
  type OutgoingText,
  refusedForGood,
  refusedForNow,
  SENT,
  type Send,
  type SendResult,
  withoutAnswer,
} from './sender.ts';
import { readVapidKey, type VapidKey } from './vapid-key.ts';

type PushRuntime = Pick<Runtime, 'settings' | 'table' | 'clock'>;

/** Makes the function that sends a push. It contacts the push service of a browser only at a public address. */
export function pushSender(runtime: PushRuntime, network: Network): Send {
  const { settings } = runtime;
  let known: VapidKey | undefined;
  return async ({ address, subscription }, message) => {
    const { outboxUrl } = settings;
    if (outboxUrl !== undefined) return postToOutbox(outboxUrl, address, message, network);
    if (!subscription) return refusedForGood('subscription_gone');
    const url = readOutboundUrl(subscription.endpoint, settings.destinations);
    if (!url) return refusedForGood('address_not_allowed');
    known ??= await readVapidKey(runtime);
    if (!known) return refusedForNow('push_key_missing');
    let request: PushRequest;
    try {
      request = pushRequest({ subscription, message, key: known, contact: contactOf(settings, message) });
    } catch {
      return refusedForGood('subscription_not_valid');
    }
    return resultOf(await attemptPost(url, { ...request, isAllowed: allowedAddresses(url) }, network));
  };
}

/** Whom the push service may contact: the sender of the stage's mail; without one, the console. */
function contactOf(settings: Pick<PushRuntime['settings'], 'mailFrom'>, { link }: OutgoingText): string {
  return isMailOn(settings) ? `mailto:${settings.mailFrom}` : `https://${new URL(link).host}`;
}

/** The statuses which say that a subscription has ended (RFC 8030, section 7.3). */
const GONE: readonly number[] = [404, 410];

function resultOf(attempt: AttemptResult): SendResult {
  const { statusCode: status, error } = attempt;
  if (isSuccess(attempt)) return SENT;
  if (error === 'address_not_allowed') return refusedForGood(error);
  if (status === null) return withoutAnswer(error);
  if (GONE.includes(status)) return refusedForGood('subscription_gone');
  if (status === 429) return refusedForNow('throttled');
  return status >= 500 ? refusedForNow('provider_failed') : refusedForGood('refused');
}

/** Writes the push to the outbox of the local server instead of sending it. */
async function postToOutbox(
  outboxUrl: string,
  to: string,
  message: OutgoingText,
  network: Network,
): Promise<SendResult> {
  const body = JSON.stringify({ to, ...payloadOf(message) });
  const headers = { 'content-type': 'application/json' };
  const isAllowed = () => true;
  return resultOf(await attemptPost(new URL(outboxUrl), { headers, body, isAllowed }, network));
}

/** How long a push service keeps a message for a browser that is not connected. An older message would help nobody. */
const KEPT_SECONDS = 3_600;

/** The maximum length of a push message's topic (RFC 8030, section 5.4). */
const TOPIC_LENGTH = 32;

interface PushRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** The message, encrypted for the browser (RFC 8291). */
  readonly body: Buffer;
}

/** The payload that the service worker of the console receives, as JSON. */
type PushPayload = Readonly<Record<'title' | 'text' | 'link' | 'tag', string>>;

const payloadOf = ({ subject, text, link, tag }: OutgoingText): PushPayload => ({
  title: subject,
  text,
  link,
  tag,
});

interface Pushed {
  readonly subscription: PushSubscription;
  readonly message: OutgoingText;
  readonly key: VapidKey;
  /** Whom the push service may contact, as a `mailto` or `https` URL. */
  readonly contact: string;
}

/** Makes the request to a push service. Throws if the keys of the subscription are invalid. */
function pushRequest({ subscription, message, key, contact }: Pushed): PushRequest {
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payloadOf(message)), {
    TTL: KEPT_SECONDS,
    urgency: 'high',
    // The push service replaces a waiting message by a newer one of the same topic.
    topic: sha256(message.tag).slice(0, TOPIC_LENGTH),
    contentEncoding: 'aes128gcm',
  });
  // The endpoint is parsed here, because the library would do so by an outdated function of Node, which logs a warning.
  const { origin } = new URL(subscription.endpoint);
  const { Authorization } = webPush.getVapidHeaders(
    origin,
    contact,
    key.publicKey,
    key.privateKey,
    'aes128gcm',
  );
  const given = Object.entries({ ...headers, Authorization })
    // The HTTP client counts the bytes itself.
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { headers: Object.fromEntries(given), body };
}

interface WatchedPush {
  readonly send: Send;
  /** Removes the channel if sending showed that the browser's subscription has ended. Never rejects. */
  removeGone(table: Table, owner: AccountOwner, channelId: string): Promise<void>;
}

/**
 * Watches what is sent to one channel, to remove it after its subscription has ended: a browser never renews an ended
 * subscription.
 */
export function watchPush(send: Send): WatchedPush {
  let gone: Pick<Destination, 'subscription'> | undefined;
  return {
    send: async (destination, message, context) => {
      const result = await send(destination, message, context);
      if (isGone(result)) gone = destination;
      return result;
    },
    removeGone: async (table, owner, channelId) => {
      // If the removal fails, the next push removes the channel.
      if (gone) await removePush(table, owner, channelId, gone).catch(() => {});
    },
  };
}

const isGone = (result: SendResult) => result.outcome === 'refused' && result.reason === 'subscription_gone';

/** Removes the channel, unless the browser has subscribed again meanwhile. */
async function removePush(
  table: Table,
  owner: AccountOwner,
  id: string,
  { subscription }: Pick<Destination, 'subscription'>,
): Promise<void> {
  const reload = () => getChannelBook(table, owner);
  await decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const others = current.channels.filter(
      (it) => it.id !== id || it.subscription?.endpoint !== subscription?.endpoint,
    );
    const isThere = others.length < current.channels.length;
    return {
      writes: isThere ? [changeChannels(table, current, others, writeId)] : [],
      result: undefined,
    };
  });
}
