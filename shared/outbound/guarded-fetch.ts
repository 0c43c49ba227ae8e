import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { guardedLookup, type Network } from './guarded-lookup.ts';
import { allowedAddresses, type Destinations, readOutboundUrl } from './outbound-url.ts';

/** The time limit from the DNS query to the last byte of the response. */
const TIMEOUT_MS = 5_000;
const MAXIMUM_RESPONSE_BYTES = 262_144;
/** The statuses of responses without a body (Fetch standard, "null body status"). */
const NULL_BODY = [101, 103, 204, 205, 304];

/** The part of `fetch` that OpenID Connect needs. */
export type GuardedFetch = (
  url: string,
  init?: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  },
) => Promise<Response>;

interface Guarding {
  readonly network: Network;
  readonly destinations: Destinations;
}

/**
 * A `fetch` to public hosts only. It connects to the addresses that were checked, follows no redirect, and rejects after 5
 * seconds or beyond 256 KiB.
 */
export function guardedFetch({ network, destinations }: Guarding): GuardedFetch {
  return async (text, { method = 'GET', headers = {}, body } = {}) => {
    const url = readOutboundUrl(text, destinations);
    if (!url) throw new Error('address_not_allowed');
    const request = url.protocol === 'http:' ? requestByHttp : requestByHttps;
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method,
        agent: false,
        headers: { ...headers },
        lookup: guardedLookup(network.resolve, allowedAddresses(url)),
        signal: network.timeout(TIMEOUT_MS),
      });
      sent.on('response', (answer) => {
        readResponse(answer)
          .then(resolve, reject)
          .finally(() => sent.destroy());
      });
      sent.on('error', reject);
      // The connection closed without a response or an error, for example after an unsolicited `101 Switching Protocols`.
      sent.on('close', () => reject(new Error('no_response')));
      sent.end(body === undefined || body === null ? undefined : String(body));
    });
  };
}

async function readResponse(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAXIMUM_RESPONSE_BYTES) throw new Error('response_too_large');
  }
  const status = answer.statusCode ?? 0;
  const type = answer.headers['content-type'];
  return new Response(NULL_BODY.includes(status) ? null : Buffer.concat(chunks), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
