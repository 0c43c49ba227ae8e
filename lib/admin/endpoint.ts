import * as z from 'zod';
import { portOf, type RunningServer } from '../local/running-servers.ts';
import { wrongUsage } from './admin-error.ts';

const ANSWER_MILLISECONDS = 1_000;

const healthSchema = z.strictObject({ status: z.literal('ok'), release: z.string().optional() });

/** Whether an endpoint is one of this machine's own addresses. */
export function isOnThisMachine(endpoint: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(endpoint).hostname);
}

/** Throws unless an endpoint can be a DynamoDB: Guard's own URL is easily mistaken for it. */
export async function checkEndpoint(
  endpoint: string,
  findServers: () => Promise<readonly RunningServer[]>,
): Promise<void> {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw wrongUsage('The endpoint must be an http(s) URL such as http://127.0.0.1:8000.');
  }
  if (isOnThisMachine(endpoint)) {
    const server = (await findServers()).find((candidate) => portOf(candidate) === Number(url.port));
    if (server) {
      throw wrongUsage(
        `${endpoint} is Guard itself; this command needs the DynamoDB engine behind it: --endpoint ${server.dynamodbEndpoint}, or just --port ${url.port}.`,
      );
    }
  }
  if (!(await isGuard(url))) return;
  const remedy = isOnThisMachine(endpoint)
    ? 'needs the DynamoDB engine behind it; its own checkout finds that with --port'
    : 'works on its table: name that with --table (the stack’s output TableName) and leave out --endpoint';
  throw wrongUsage(`${endpoint} is Guard itself; this command ${remedy}.`);
}

/** Whether an API of Guard answers there. Sends no request to AWS itself. */
async function isGuard({ hostname, origin, pathname }: URL): Promise<boolean> {
  if (/\.execute-api\./.test(hostname)) return true;
  if (/(^|\.)(amazonaws\.com(\.cn)?|api\.aws)$/.test(hostname)) return false;
  const health = `${origin}${pathname.replace(/\/$/, '')}/health`;
  try {
    const response = await fetch(health, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
    return healthSchema.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}
