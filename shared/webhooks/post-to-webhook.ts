import { toEpochSeconds } from '../time.ts';
import { type AttemptResult, attemptPost, type Network } from './attempt.ts';
import { isPublicAddress } from './public-addresses.ts';
import { signatureHeaders } from './signature.ts';
import type { Webhook } from './webhook.ts';
import { type Destinations, isLocalhost, readWebhookUrl } from './webhook-url.ts';

export interface PostContext {
  readonly network: Network;
  readonly destinations: Destinations;
  readonly now: Date;
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** Sends a signed message once. Checks the URL again: another release with other rules may have stored it. */
export async function postToWebhook(
  { url: text }: Pick<Webhook, 'url'>,
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  { network, destinations, now }: PostContext,
): Promise<AttemptResult> {
  const url = readWebhookUrl(text, destinations);
  if (!url) return { statusCode: null, milliseconds: 0, response: null, error: 'address_not_allowed' };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guard-Webhooks/1',
    ...signatureHeaders({ ...message, timestamp: toEpochSeconds(now) }, secrets),
  };
  const isAllowed = isLocalhost(url) ? (it: string) => LOOPBACK.includes(it) : isPublicAddress;
  return attemptPost(url, { headers, body: message.body, isAllowed }, network);
}
