import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { laterThan } from '../base/time.ts';
import { guardedLookup, type Network } from '../lambda/outbound.ts';
import type { Webhook } from './webhook.ts';

/** The time limit from the DNS query to the last byte of the response. */
const TIMEOUT_MS = 5_000;
/** The largest response that is read to its end. */
const MAXIMUM_RESPONSE_BYTES = 65_536;
const SLOW_MS = 1_000;
/** How many bytes of a response are stored. */
const STORED_BYTES = 500;

/** A response, or the reason why there was none. */
export interface AttemptResult {
  readonly statusCode: number | null;
  readonly milliseconds: number;
  /** The beginning of the response. */
  readonly response: string | null;
  readonly error: string | null;
  /** The header `Retry-After` of the response. */
  readonly retryAfter?: string | undefined;
}

export const isSuccess = ({ statusCode }: AttemptResult) =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** Whether the receiver says that it wants no more events. */
export const isGone = ({ statusCode }: AttemptResult) => statusCode === 410;

/** Whether the receiver is so slow that its queue would grow with more than 60 events a minute. */
export const isSlow = ({ milliseconds }: AttemptResult) => milliseconds >= SLOW_MS;

export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly isAllowed: (address: string) => boolean;
}

/**
 * Sends one POST request over a connection of its own, follows no redirect, and ends after 5 seconds at most. A host name is
 * resolved once: the socket connects to the addresses that were checked, and all of them must be allowed. An IP address in
 * the URL is not resolved, because `readOutboundUrl` has checked it. Never rejects.
 */
export function attemptPost(url: URL, posting: Posting, network: Network): Promise<AttemptResult> {
  const begin = network.stopwatch();
  const request = url.protocol === 'http:' ? requestByHttp : requestByHttps;
  return new Promise((resolve) => {
    const finish = (outcome: Omit<AttemptResult, 'milliseconds'>) => {
      resolve({ ...outcome, milliseconds: Math.round(network.stopwatch() - begin) });
      sent.destroy();
    };
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...posting.headers, 'content-length': String(Buffer.byteLength(posting.body)) },
      lookup: guardedLookup(network.resolve, posting.isAllowed),
      signal: network.timeout(TIMEOUT_MS),
    });
    let hasResponse = false;
    sent.on('response', async (answer) => {
      hasResponse = true;
      const response = await readBeginning(answer);
      // The status is stored even if the body was cut off.
      const retryAfter = answer.headers['retry-after'];
      finish({
        statusCode: answer.statusCode ?? null,
        response,
        error: null,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      });
    });
    sent.on('error', (error) => {
      if (!hasResponse) finish({ statusCode: null, response: null, error: nameOf(error) });
    });
    // The connection closed without a response or an error, for example after an unsolicited `101 Switching Protocols`.
    sent.on('close', () => {
      if (!hasResponse) finish({ statusCode: null, response: null, error: 'failed' });
    });
    sent.end(posting.body);
  });
}

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAXIMUM_RESPONSE_BYTES) break;
    }
  } catch {
    // What was received until then is stored.
  }
  // `stream` leaves out a character that was cut in two.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, STORED_BYTES), { stream: true });
}

function nameOf(error: Error & { readonly code?: unknown }): string {
  if (error.name === 'AbortError') return 'timeout';
  return typeof error.code === 'string' ? error.code : 'failed';
}

/** What may become of one message, as the metric `WebhookDeliveries` counts it. */
export const DELIVERY_OUTCOMES = [
  'succeeded',
  'failed', // another attempt follows
  'given_up', // no other attempt follows
  'put_off', // the webhook is failing, so the first attempt is postponed
  'skipped', // already delivered, or the webhook or its tenant is not active
  'unreadable', // this release cannot read a stored item
] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** A webhook is disabled if it has had no success for this long. */
const MAXIMUM_FAILING_MS = 5 * 86_400_000;

/**
 * Returns the webhook as an attempt changes it; `undefined` if it does not change. An active webhook is disabled by a 410
 * response, or after 5 days without a success.
 */
export function webhookAfterAttempt(
  webhook: Webhook,
  result: AttemptResult,
  at: string,
): Webhook | undefined {
  const changes = changesBy(webhook, result, at);
  return changes && { ...webhook, ...changes, updated_at: laterThan(webhook.updated_at, at) };
}

function changesBy(
  { status, failing_since }: Webhook,
  result: AttemptResult,
  at: string,
): Partial<Webhook> | undefined {
  if (status !== 'active') return undefined;
  if (isSuccess(result)) return failing_since === null ? undefined : { failing_since: null };
  const since = failing_since ?? at;
  if (isGone(result)) return { status: 'disabled', disabled_reason: 'gone', failing_since: since };
  if (Date.parse(at) - Date.parse(since) >= MAXIMUM_FAILING_MS) {
    return { status: 'disabled', disabled_reason: 'failing', failing_since: since };
  }
  return failing_since === null ? { failing_since: at } : undefined;
}
