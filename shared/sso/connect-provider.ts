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
import { decryptClientSecret } from '../identity-providers/client-secret.ts';
import type { StoredIdentityProvider } from '../identity-providers/identity-provider.ts';
import { guardedFetch } from '../outbound/guarded-fetch.ts';
import { lambdaNetwork } from '../outbound/lambda-network.ts';
import { readOutboundUrl } from '../outbound/outbound-url.ts';
import { connectKey } from '../secrets/connect-key.ts';
import { type Asker, type Connection, keepPublished } from './published.ts';

/**
 * The signatures that Guard verifies. `none` must not be among them, nor HMAC, for which a public key could be the secret.
 */
export const ALGORITHMS = ['RS256', 'ES256'];

/** The tolerated difference between the clocks of Guard and of a provider. */
export const TOLERANCE_SECONDS = 30;

const CACHED_MS = 10 * 60_000;

export const fetchOf = ({ settings, stopwatch }: Connection) =>
  guardedFetch({ network: lambdaNetwork(stopwatch), destinations: settings.destinations });

/** The metadata that a provider publishes. Rejects if it is unreachable, or names another issuer. */
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
  // openid-client lets some issuers be templates, for which every tenant of Entra would be the same issuer.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new Error('another_issuer');
  if (!readOutboundUrl(metadata.authorization_endpoint ?? '', runtime.settings.destinations)) {
    throw new Error('address_not_allowed');
  }
  return metadata;
});

/** The client of a provider for one request, on Guard's own clock. */
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

/** `guardedFetch` then allows http to localhost only. */
const insecureOnLocalhost = ({ settings }: Connection) =>
  settings.destinations.isLocalhostAllowed ? [allowInsecureRequests] : [];

/** The client authentication to use; Basic is the default of OpenID Connect Discovery 1.0. */
function authenticationOf(secret: string | undefined, metadata: ServerMetadata) {
  if (secret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
