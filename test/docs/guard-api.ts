import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

/** The longest that a limit of requests a minute asks a client to wait. */
const LONGEST_WAIT_SECONDS = 60;

export interface ApiRequest {
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** Calls `METHOD /path`, and once more after a 429 has asked to wait for the next minute. */
export async function callApi(
  baseUrl: string,
  request: string,
  options: ApiRequest = {},
): Promise<ApiAnswer> {
  const answer = await send(baseUrl, request, options);
  const seconds = Number(answer.headers.get('retry-after'));
  const mayWait = answer.status === 429 && seconds > 0 && seconds <= LONGEST_WAIT_SECONDS;
  if (!mayWait) return { status: answer.status, text: await answer.text() };
  await answer.body?.cancel();
  await delay(seconds * 1_000);
  const again = await send(baseUrl, request, options);
  return { status: again.status, text: await again.text() };
}

function send(baseUrl: string, request: string, { token, json }: ApiRequest): Promise<Response> {
  const [method = '', path = ''] = request.split(' ');
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}

const created = z.object({ id: z.string() });
const signedIn = z.object({ token: z.string() });

export const idOf = ({ text }: ApiAnswer): string => created.parse(JSON.parse(text)).id;
export const tokenOf = ({ text }: ApiAnswer): string => signedIn.parse(JSON.parse(text)).token;
