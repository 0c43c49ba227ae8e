import type { Runtime } from '../lambda/runtime.ts';
import { isMailOn } from '../mail/mail-settings.ts';
import type { Network } from '../outbound/guarded-lookup.ts';
import { allowedAddresses, readOutboundUrl } from '../outbound/outbound-url.ts';
import { type AttemptResult, attemptPost, isSuccess } from '../webhooks/attempt.ts';
import { type PushRequest, payloadOf, pushRequest } from './push-request.ts';
import { refusedForGood, refusedForNow, SENT, withoutAnswer } from './send-result.ts';
import type { OutgoingText, Send, SendResult } from './sender.ts';
import { readVapidKey, type VapidKey } from './vapid-key.ts';

export type PushRuntime = Pick<Runtime, 'settings' | 'table' | 'clock'>;

/** Sends to the push service of a browser, at a public address only. */
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

/** The sender of the stage's mail, or else its console. */
function contactOf(settings: Pick<PushRuntime['settings'], 'mailFrom'>, { link }: OutgoingText): string {
  return isMailOn(settings) ? `mailto:${settings.mailFrom}` : `https://${new URL(link).host}`;
}

/** The statuses that end a subscription (RFC 8030, section 7.3). */
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

/** Sends the push to the outbox of the local server instead. */
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
