import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Signs claims, or builds another answer of the provider. */
export type Signing = (claims: JWTPayload, issuer: TestIssuer) => Promise<string> | string;

/** A provider on this machine that says what a test wants, also what no honest provider says. */
export interface TestIssuer {
  readonly url: string;
  readonly requests: string[];
  /** Members of the discovery document that differ. */
  metadata: Record<string, unknown>;
  /** Members of the answer of the token endpoint that differ. */
  tokens: Record<string, unknown>;
  userInfo: Record<string, unknown> | undefined;
  sign: Signing;
  /** Replaces the key, as providers do from time to time. */
  rotate(): Promise<void>;
  publicKey(): Promise<Record<string, unknown>>;
  signed(claims: JWTPayload, header?: { typ?: string }): Promise<string>;
  /** Signs a person in, and returns the URL that the browser opens next. */
  authorize(authorizationUrl: string, claims: JWTPayload): string;
  stop(): Promise<void>;
}

interface Granted {
  readonly claims: JWTPayload;
  readonly nonce: string;
  readonly challenge: string;
  readonly clientId: string;
}

export async function startIssuer(clock: () => Date, alg = 'RS256'): Promise<TestIssuer> {
  let keys = await newKeys();
  const granted = new Map<string, Granted>();
  let lastSubject: string | undefined;
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const seconds = () => Math.floor(clock().getTime() / 1000);

  async function newKeys() {
    return { ...(await generateKeyPair(alg, { extractable: true })), kid: randomUUID() };
  }

  const issuer: TestIssuer = {
    url,
    requests: [],
    metadata: {},
    tokens: {},
    userInfo: undefined,
    sign: (claims) => issuer.signed(claims),
    async rotate() {
      keys = await newKeys();
    },
    publicKey: async () => ({ ...(await exportJWK(keys.publicKey)), kid: keys.kid, alg, use: 'sig' }),
    signed: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: keys.kid, ...header }).sign(keys.privateKey),
    authorize(authorizationUrl, claims) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      granted.set(code, {
        claims,
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        clientId: asked.get('client_id') ?? '',
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: url }).toString();
      return back.href;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    issuer.requests.push(path);
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path.endsWith('/.well-known/openid-configuration')) {
      send({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        userinfo_endpoint: `${url}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [alg],
        authorization_response_iss_parameter_supported: true,
        ...issuer.metadata,
      });
    } else if (path === '/jwks') {
      send({ keys: [await issuer.publicKey()] });
    } else if (path === '/userinfo') {
      send(issuer.userInfo ?? { sub: lastSubject });
    } else if (path === '/token') {
      let text = '';
      for await (const chunk of request) text += chunk;
      const form = new URLSearchParams(text);
      const grant = granted.get(form.get('code') ?? '');
      granted.delete(form.get('code') ?? '');
      if (!grant || sha256(form.get('code_verifier') ?? '') !== grant.challenge) {
        send({ error: 'invalid_grant' }, 400);
        return;
      }
      lastSubject = grant?.claims.sub;
      const claims = {
        iss: url,
        aud: grant.clientId,
        nonce: grant.nonce,
        iat: seconds(),
        exp: seconds() + 300,
        ...grant.claims,
      };
      const id_token = await issuer.sign(claims, issuer);
      send({ access_token: 'access', token_type: 'bearer', expires_in: 60, id_token, ...issuer.tokens });
    } else send({}, 404);
  }

  return issuer;
}
