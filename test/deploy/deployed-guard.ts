import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { type Answer, type CallOptions, sendRequest } from '../support/send-request.ts';

const environment = z
  .object({
    GUARD_URL: z.url(),
    GUARD_LIVE_URL: z.url(),
    GUARD_STAGE: z.string(),
    GUARD_MQTT_PORT: z.coerce.number(),
    GUARD_MQTT_CA: z.url(),
    GUARD_TABLE: z.string(),
    GUARD_WEBHOOKS_TO_LOCALHOST: z.stringbool(),
    GUARD_ADMIN_EMAIL: z.string(),
    GUARD_ADMIN_PASSWORD: z.string(),
  })
  .parse(process.env);

/** The platform admin from the command line. */
export const ADMIN = { email: environment.GUARD_ADMIN_EMAIL, password: environment.GUARD_ADMIN_PASSWORD };

/** The URLs of the REST API and of the WebSocket API. */
export const { GUARD_URL: BASE_URL, GUARD_LIVE_URL: LIVE_URL, GUARD_TABLE: TABLE_NAME } = environment;

export const { GUARD_STAGE: STAGE } = environment;

/** The broker for clients with a certificate, and the certificate of who signs its own. */
export const MQTT = { port: environment.GUARD_MQTT_PORT, ca: environment.GUARD_MQTT_CA };

/** Whether webhooks of this stage may be sent to this machine (emulated-app.ts). */
export const { GUARD_WEBHOOKS_TO_LOCALHOST: SENDS_TO_LOCALHOST } = environment;

/** The password of users that the suites create. */
export const PASSWORD = 'correct horse battery';

/** The routes that succeeded since this file was loaded. */
export const worked = new Set<string>();

/** Calls `METHOD /path` of the deployed API. */
export async function call(request: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await sendRequest(BASE_URL, request, options);
  const [method = '', path = ''] = request.split(' ');
  noteWhatWorked(method, path, answer.status);
  return answer;
}

/** Resolves to the created object. */
export async function create(path: string, token: string, json?: unknown): Promise<Answer['body']> {
  const answer = await call(`POST ${path}`, { token, json });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.text}`);
  return answer.body;
}

export async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await call('POST /api/v1/auth/login', { json: { email, password } });
  if (answer.status !== 200) throw new Error(`${email} was not signed in: ${answer.text}`);
  return answer.body.token;
}

/**
 * The path and query of a link, which must lead to the stage. The host is not looked at: MiniStack leaves
 * `requestContext.domainName` out of a REST API's event (ministack 1.5.33, services/apigateway_v1.py,
 * `_build_lambda_event_v1`), where API Gateway has the host that was called (AWS, "Set up Lambda proxy integrations
 * in API Gateway", input format).
 */
export function pathOfLink(link: string): string {
  const { pathname, search } = new URL(link);
  const prefix = `/${environment.GUARD_STAGE}`;
  if (!pathname.startsWith(`${prefix}/api/v1/`)) throw new Error(`${link} does not lead to the stage`);
  return pathname.slice(prefix.length) + search;
}

/** The path of what a page refers to, as a browser finds it. */
export function pathOfReference(page: string, reference: string): string {
  const { href } = new URL(reference, BASE_URL + page);
  if (!href.startsWith(`${BASE_URL}/`)) throw new Error(`${reference} leads out of the stage`);
  return href.slice(BASE_URL.length);
}

function noteWhatWorked(method: string, path: string, status: number): void {
  const [bare = ''] = path.split('?');
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    if (route.method === method && route.response.status === status && pattern.test(bare))
      worked.add(route.name);
  }
}
