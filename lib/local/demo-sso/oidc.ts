import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { CLIENT_ID, DEMO_PEOPLE } from './demo-people.ts';

export interface OidcOptions {
  readonly issuer: string;
  /** The URL of the sign-in page, without the id of the interaction. */
  readonly interactions: string;
  /**
   * What Guard's redirect URIs begin with. They end with the id of the identity provider, which the tenant's master may
   * replace.
   */
  readonly redirectUris: string;
  readonly algorithm?: 'RS256' | 'ES256';
}

const HOUR = 3_600;

/** Makes an OpenID provider in memory, with new signing keys. It never asks for consent. */
export async function createOidc({
  issuer,
  interactions,
  redirectUris,
  algorithm = 'RS256',
}: OidcOptions): Promise<Provider> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: algorithm, use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUris],
        id_token_signed_response_alg: algorithm,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    ttl: { AccessToken: HOUR, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    interactions: { url: (_, { uid }) => `${interactions}/${uid}` },
    async findAccount(_, accountId) {
      const person = DEMO_PEOPLE.find(({ email }) => email === accountId);
      return (
        person && { accountId, claims: async () => ({ sub: accountId, email_verified: true, ...person }) }
      );
    },
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, ...(accountId ? { accountId } : {}) });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => uri.startsWith(redirectUris);
  return provider;
}
