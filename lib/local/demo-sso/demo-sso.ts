import type { IncomingMessage, ServerResponse } from 'node:http';
import { CALLBACK_PATH } from '../../../shared/sso/identity-provider.ts';
import { findPerson } from './demo-people.ts';
import { LOGIN_PAGE_HEADERS, loginPage } from './login-page.ts';
import type { OidcOptions } from './oidc.ts';

const PATH = '/demo-sso';
const INTERACTIONS = `${PATH}/interaction`;

export const demoIssuer = (url: string) => `${url}${PATH}`;

type Provider = Awaited<ReturnType<typeof import('./oidc.ts').createOidc>>;

/** The OpenID provider of the demo, below a path of the local server. Its library is loaded by the first request. */
export class DemoSso {
  readonly #algorithm: OidcOptions['algorithm'];
  readonly #guardUrl: string | undefined;
  #provider: Promise<Provider> | undefined;

  /** By default the provider serves Guard on the same port. */
  constructor(guardUrl?: string, algorithm?: OidcOptions['algorithm']) {
    this.#guardUrl = guardUrl;
    this.#algorithm = algorithm;
  }

  takes(path: string): boolean {
    return path.startsWith(`${PATH}/`);
  }

  /** Replaces the keys, and forgets everybody. */
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
    // The library finds the path that it is below by the difference.
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

/** Shows the form, or reads it. An unknown interaction, such as an old one, is 400. */
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
