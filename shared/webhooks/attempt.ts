import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Stopwatch } from '../time.ts';

/** From the first question for the address to the last byte of the answer. */
const LONGEST_MS = 5_000;
/** What is longer is not read to its end. */
const LARGEST_ANSWER_BYTES = 65_536;
/** An answer that takes this long is a slow one. */
const SLOW_MS = 1_000;
/** How much of an answer is kept. */
const KEPT_BYTES = 500;

/** What one attempt came to: an answer, or why there was none. */
export interface AttemptResult {
  readonly statusCode: number | null;
  readonly milliseconds: number;
  /** How the answer began. */
  readonly response: string | null;
  readonly error: string | null;
}

/** Whether an answer says that the receiver has what it was sent. */
export const isSuccess = ({ statusCode }: AttemptResult) =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** Whether an answer says that the receiver wants nothing any more. */
export const isGone = ({ statusCode }: AttemptResult) => statusCode === 410;

/** Whether the receiver takes so long that more events a minute than 60 would wait for each other. */
export const isSlow = ({ milliseconds }: AttemptResult) => milliseconds >= SLOW_MS;

/** Asks for all addresses of a name, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** What an attempt takes from outside. */
export interface Network {
  readonly resolve: Resolve;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly stopwatch: Stopwatch;
}

/** What is sent, and to which addresses it may go. */
export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isAllowed: (address: string) => boolean;
}

/**
 * Posts to a URL, once: over a connection of its own, without following redirects, and for no longer than 5 seconds. The
 * addresses that a name stands for are those that the socket connects to: it is asked for once, and all of them must be
 * allowed. An address that stands in the URL itself is never asked for here (`readWebhookUrl` has judged it). Never rejects, and
 * ends whatever the receiver does.
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
      signal: network.timeout(LONGEST_MS),
    });
    let isAnswered = false;
    sent.on('response', async (answer) => {
      isAnswered = true;
      const response = await readBeginning(answer);
      // Whether it ended or not: the receiver has said what it thinks.
      finish({ statusCode: answer.statusCode ?? null, response, error: null });
    });
    sent.on('error', (error) => {
      if (!isAnswered) finish({ statusCode: null, response: null, error: nameOf(error) });
    });
    // Without an answer and without an error, as after `101 Switching Protocols`, which nobody asked for.
    sent.on('close', () => {
      if (!isAnswered) finish({ statusCode: null, response: null, error: 'failed' });
    });
    sent.end(posting.body);
  });
}

function guardedLookup(resolve: Resolve, isAllowed: Posting['isAllowed']): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressNotAllowedError(), '');
      }
      return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
  };
}

class AddressNotAllowedError extends Error {
  readonly code = 'address_not_allowed';
}

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= LARGEST_ANSWER_BYTES) break;
    }
  } catch {
    // What came until then is kept.
  }
  // As a stream, so that a character that is cut in two is left out.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES), { stream: true });
}

function nameOf(error: Error & { readonly code?: unknown }): string {
  if (error.name === 'AbortError') return 'timeout';
  return typeof error.code === 'string' ? error.code : 'failed';
}
