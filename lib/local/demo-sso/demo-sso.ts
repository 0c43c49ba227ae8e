import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DEMO_LOGIN } from '../../../functions/docs.ts';
import { findUserByEmail } from '../../../shared/accounts/account.ts';
import { newId } from '../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../shared/base/time.ts';
import { createIdentityProvider } from '../../../shared/sso/change-providers.ts';
import {
  CALLBACK_PATH,
  identityProviderItem,
  loadIdentityProvider,
} from '../../../shared/sso/identity-provider.ts';
import { changeItem } from '../../../shared/table/change-item.ts';
import { commit } from '../../../shared/table/commit.ts';
import type { Table } from '../../../shared/table/table.ts';
import { escapeText } from '../escape-text.ts';
import { CLIENT_ID, findPerson, SSO_DOMAIN, SSO_ROLES } from './demo-people.ts';
import type { OidcOptions } from './oidc.ts';

const PATH = '/demo-sso';
const INTERACTIONS = `${PATH}/interaction`;

export const demoIssuer = (url: string) => `${url}${PATH}`;

type Provider = Awaited<ReturnType<typeof import('./oidc.ts').createOidc>>;

/** The OpenID provider of the demo, below a path of the local server. The first request loads its library. */
export class DemoSso {
  readonly #algorithm: OidcOptions['algorithm'];
  readonly #guardUrl: string | undefined;
  #provider: Promise<Provider> | undefined;

  /** By default, the provider serves the Guard that runs on the same port. */
  constructor(guardUrl?: string, algorithm?: OidcOptions['algorithm']) {
    this.#guardUrl = guardUrl;
    this.#algorithm = algorithm;
  }

  takes(path: string): boolean {
    return path.startsWith(`${PATH}/`);
  }

  /** Replaces the signing keys, and forgets everybody who has signed in. */
  rotateKeys(): void {
    this.#provider = undefined;
  }

  async answer(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
    this.#provider ??= this.#open(`http://localhost:${request.socket.localPort}`);
    const provider = await this.#provider;
    if (target.startsWith(INTERACTIONS)) {
      request.url = target;
      await answerInteraction(provider, request, response);
      return;
    }
    // The library takes the difference between these two URLs as the path below which it runs.
    Object.assign(request, { originalUrl: target, url: target.slice(PATH.length) });
    await provider.callback()(request, response);
  }

  async #open(url: string): Promise<Provider> {
    const { createOidc } = await import('./oidc.ts');
    return createOidc({
      issuer: demoIssuer(url),
      interactions: INTERACTIONS,
      redirectUris: `${this.#guardUrl ?? url}${CALLBACK_PATH}/`,
      ...(this.#algorithm ? { algorithm: this.#algorithm } : {}),
    });
  }
}

/** Shows the form of a sign-in, or reads what was entered. The answer for an unknown or old interaction is 400. */
async function answerInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const action = request.url ?? '';
  const details = await provider.interactionDetails(request, response).catch(() => undefined);
  if (!details) {
    response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Begin to sign in again.');
    return;
  }
  const show = (email: string, problem?: string) =>
    response.writeHead(200, LOGIN_PAGE_HEADERS).end(loginPage(action, email, problem));
  if (request.method !== 'POST') {
    show(String(details.params['login_hint'] ?? ''));
    return;
  }
  const form = await readForm(request);
  const email = form.get('email');
  const person = findPerson(email, form.get('password'));
  if (form.get('answer') === 'cancel') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
  } else if (person) {
    await provider.interactionFinished(request, response, { login: { accountId: person.email } });
  } else show(email ?? '', 'The e-mail or the password is wrong.');
}

const MOST_BYTES = 10_000;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) if (text.length < MOST_BYTES) text += chunk;
  return new URLSearchParams(text);
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 24rem; margin: 4rem auto; padding: 0 1rem }
  label, button { display: block; margin: 1rem 0 }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem }
  button { font: inherit; padding: 0.5rem 1rem }
`;

const LOGIN_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
};

/** Makes the page on which a person signs in at the demo provider. */
function loginPage(action: string, email: string, problem = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Acme single sign-on</title>
<style>${STYLE}</style>
<h1>Acme single sign-on</h1>
<p>A provider for trying Guard, on this machine only.</p>
<p role="alert">${escapeText(problem)}</p>
<form method="post" action="${escapeText(action)}">
<label>E-mail <input name="email" type="email" value="${escapeText(email)}" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button name="answer" value="sign-in">Sign in</button>
<button name="answer" value="cancel">Cancel</button>
</form>
</html>
`;
}

const MARKER = { pk: 'DEMO', sk: 'SSO' };
const markerSchema = z.object({ tenant_id: z.string(), provider_id: z.string() });

/**
 * Creates the identity provider of the demo's tenant, only once, so that people can change and delete it. Only its issuer
 * changes with the port of each start.
 */
export async function seedDemoSso(table: Table, issuer: string, now: Date): Promise<void> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: MARKER }));
  if (Item) await moveIssuer(table, markerSchema.parse(Item), issuer);
  else await createDemoProvider(table, issuer, now);
}

async function createDemoProvider(table: Table, issuer: string, now: Date): Promise<void> {
  const owner = await findUserByEmail(table, DEMO_LOGIN.email);
  if (!owner) return;
  const { tenantId } = owner;
  const id = newId(now, randomBytes);
  await createIdentityProvider(
    table,
    {
      name: 'Acme single sign-on (demo)',
      issuer,
      client_id: CLIENT_ID,
      client_secret: null,
      email_domains: [SSO_DOMAIN],
      role_claim: 'groups',
      role_map: SSO_ROLES,
      default_role: null,
      creates_users: true,
      session_minutes: 720,
      trusts_email: false,
      email_claim: null,
      status: 'active',
    },
    {
      id,
      tenantId,
      at: formatTimestamp(now),
      randomBytes,
      destinations: { isLocalhostAllowed: true },
      key: { encrypt: () => Promise.reject(new Error('The demo provider has no secret.')) },
    },
  );
  const Item = { ...MARKER, tenant_id: tenantId, provider_id: id };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

async function moveIssuer(
  table: Table,
  { tenant_id, provider_id }: z.infer<typeof markerSchema>,
  issuer: string,
): Promise<void> {
  const provider = await loadIdentityProvider(table, tenant_id, provider_id);
  if (!provider || provider.entity.issuer === issuer) return;
  const { entity, secret, version } = provider;
  const before = identityProviderItem(entity, secret);
  const after = identityProviderItem({ ...entity, issuer }, secret);
  await commit(table, [changeItem(table, before, after, { version, writeId: table.newWriteId() })]);
}
