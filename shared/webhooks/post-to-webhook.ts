import type { Network } from '../outbound/guarded-lookup.ts';
import { allowedAddresses, type Destinations, readOutboundUrl } from '../outbound/outbound-url.ts';
import { toEpochSeconds } from '../time.ts';
import { type AttemptResult, attemptPost } from './attempt.ts';
import { signatureHeaders } from './signature.ts';
import type { Webhook } from './webhook.ts';

export interface PostContext {
  readonly network: Network;
  readonly destinations: Destinations;
  readonly now: Date;
}

/** Sends a signed message once. Checks the URL again: another release with other rules may have stored it. */
export async function postToWebhook(
  { url: text }: Pick<Webhook, 'url'>,
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  { network, destinations, now }: PostContext,
): Promise<AttemptResult> {
  const url = readOutboundUrl(text, destinations);
  if (!url) return { statusCode: null, milliseconds: 0, response: null, error: 'address_not_allowed' };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guard-Webhooks/1',
    ...signatureHeaders({ ...message, timestamp: toEpochSeconds(now) }, secrets),
  };
  return attemptPost(url, { headers, body: message.body, isAllowed: allowedAddresses(url) }, network);
}
