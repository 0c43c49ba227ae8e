import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  None,
  type ServerMetadata,
} from 'openid-client';
import { connectKey } from '../lambda/connect-key.ts';
import {
  allowedAddresses,
  type Destinations,
  guardedLookup,
  lambdaNetwork,
  type Network,
  readOutboundUrl,
} from '../lambda/outbound.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { decryptClientSecret } from './client-secret.ts';
import type { StoredIdentityProvider } from './identity-provider.ts';

/**
 * The algorithms of signatures that Guard accepts. `none` must not be among them, nor HMAC, with which the public key would
 * be the secret.
 */
export const ALGORITHMS = ['RS256', 'ES256'];

/** By how much the clocks of Guard and of a provider may differ. */
export const TOLERANCE_SECONDS = 30;

const CACHED_MS = 10 * 60_000;

export const fetchOf = ({ settings, stopwatch }: Connection) =>
  guardedFetch({ network: lambdaNetwork(stopwatch), destinations: settings.destinations });

/** Reads the metadata that a provider publishes. Rejects if the provider cannot be reached, or names another issuer. */
export const discover = async (
  issuer: string,
  runtime: Connection,
  asker: Asker = 'person',
): Promise<ServerMetadata> => (await discovered(issuer, runtime, CACHED_MS, asker)).value;

const discovered = keepPublished(async (issuer, runtime): Promise<ServerMetadata> => {
  const found = await discovery(new URL(issuer), 'guard', undefined, None(), {
    [customFetch]: fetchOf(runtime),
    execute: insecureOnLocalhost(runtime),
  });
  const metadata = found.serverMetadata();
  // openid-client accepts templates as issuers of some providers. With these, every tenant of Entra would be the same issuer.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new Error('another_issuer');
  if (!readOutboundUrl(metadata.authorization_endpoint ?? '', runtime.settings.destinations)) {
    throw new Error('address_not_allowed');
  }
  return metadata;
});

/** Makes the client of a provider for one request, with Guard's own clock. */
export async function connectProvider(
  provider: StoredIdentityProvider,
  runtime: Connection,
): Promise<Configuration> {
  const { clock, settings } = runtime;
  const metadata = await discover(provider.entity.issuer, runtime);
  const secret = await decryptClientSecret(
    provider,
    connectKey(settings.identityProviderDecryptionKey, clock),
  );
  const config = new Configuration(
    { ...metadata, id_token_signing_alg_values_supported: ALGORITHMS },
    provider.entity.client_id,
    {
      [clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
      [clockTolerance]: TOLERANCE_SECONDS,
    },
    authenticationOf(secret, metadata),
  );
  config[customFetch] = fetchOf(runtime);
  for (const extend of insecureOnLocalhost(runtime)) extend(config);
  return config;
}

/** On the local server, http is allowed. `guardedFetch` then allows it for localhost only. */
const insecureOnLocalhost = ({ settings }: Connection) =>
  settings.destinations.isLocalhostAllowed ? [allowInsecureRequests] : [];

/** Chooses how the client authenticates. Basic is the default of OpenID Connect Discovery 1.0. */
function authenticationOf(secret: string | undefined, metadata: ServerMetadata) {
  if (secret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** The time limit from the DNS query to the last byte of the response. */
const TIMEOUT_MS = 5_000;
const MAXIMUM_RESPONSE_BYTES = 262_144;
/** The statuses of responses that have no body (Fetch standard, "null body status"). */
const NULL_BODY = [101, 103, 204, 205, 304];

/** The part of `fetch` that is needed for OpenID Connect. */
type GuardedFetch = (
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
 * Makes a `fetch` that reaches public hosts only. It connects to the addresses that were checked, follows no redirect, and
 * rejects after 5 seconds or beyond 256 KiB.
 */
function guardedFetch({ network, destinations }: Guarding): GuardedFetch {
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

export type Connection = Pick<Runtime, 'clock' | 'settings' | 'stopwatch'>;

/**
 * For whom Guard asks the provider: a `person` who signs in and may try again at once, or `anybody` who sends a logout token.
 */
export type Asker = 'person' | 'anybody';

/** What a provider published, and when Guard asked the provider for it. */
interface Published<T> {
  readonly value: T;
  readonly since: number;
}

/** For this long after a failure, a request for `anybody` fails immediately, without asking the provider. */
const FAILED_MS = 30_000;
const MAXIMUM_KEPT = 500;

/**
 * Caches what providers publish, by its URL. All runs of a function share the cache, and all who ask at the same time share
 * one request. The returned function resolves to a publication that is not older than `maximumMs`.
 */
export function keepPublished<T>(read: (url: string, runtime: Connection) => Promise<T>) {
  const kept = new Map<string, Published<T>>();
  const failures = new Map<string, number>();
  const flights = new Map<string, Promise<Published<T>>>();

  async function ask(url: string, runtime: Connection, since: number): Promise<Published<T>> {
    try {
      const published = { value: await read(url, runtime), since };
      remember(kept, url, published);
      failures.delete(url);
      return published;
    } catch (error) {
      remember(failures, url, since);
      throw error;
    } finally {
      flights.delete(url);
    }
  }

  return async (url: string, runtime: Connection, maximumMs: number, asker: Asker): Promise<Published<T>> => {
    const now = runtime.clock().getTime();
    const found = kept.get(url);
    if (found && now - found.since < maximumMs) return found;
    const failedAt = failures.get(url) ?? Number.NEGATIVE_INFINITY;
    if (asker === 'anybody' && now - failedAt < FAILED_MS) throw new Error('failed_before');
    const flight = flights.get(url) ?? ask(url, runtime, now);
    flights.set(url, flight);
    return flight;
  };
}

function remember<V>(map: Map<string, V>, url: string, value: V): void {
  if (map.size >= MAXIMUM_KEPT) map.clear();
  map.set(url, value);
}
