import { type Pause, pauseWithJitter } from '../table/retry.ts';
import type { Environment } from './environment.ts';
import { type SendSigned, signedRequests } from './signed-request.ts';
import { socketsEndpoint } from './trigger.ts';

export interface Sockets {
  /** Sends a text to a connection. Resolves to whether the connection exists; throws if API Gateway does not say so. */
  post(connectionId: string, text: string): Promise<boolean>;
  /** Closes a connection, if it exists. */
  close(connectionId: string): Promise<void>;
}

/** How many texts a function sends in parallel at most, which is also the number of its connections to API Gateway. */
export const POSTS_AT_A_TIME = 100;
/** API Gateway answers within milliseconds, so a slower request is better repeated. */
const TIMEOUT_MS = 1_500;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

/**
 * Makes the functions for connections of the WebSocket API. The endpoint is read at the first call, because only functions
 * with `postsToSockets` have it.
 */
export function connectSockets(environment: Environment, pause: Pause = pauseWithJitter): Sockets {
  let connected: SendSigned | undefined;
  const isThere = async (method: string, connectionId: string, text?: string) => {
    connected ??= connect(environment);
    const send = connected;
    const path = `/@connections/${encodeURIComponent(connectionId)}`;
    const status = await sendUntilAnswered(() => send(method, path, text), pause);
    if (GONE.includes(status)) return false;
    if (status < 300) return true;
    throw new SocketsError(status);
  };
  return {
    post: (connectionId, text) => isThere('POST', connectionId, text),
    async close(connectionId) {
      await isThere('DELETE', connectionId);
    },
  };
}

/** API Gateway's response statuses if no connection has the id. */
const GONE: readonly number[] = [400, 410];

/** A response of API Gateway that does not say whether the connection exists. */
class SocketsError extends Error {
  override readonly name = 'SocketsError';
  constructor(status: number) {
    super(`API Gateway answered ${status}`);
  }
}

function connect(environment: Environment): SendSigned {
  return signedRequests({
    endpoint: socketsEndpoint(environment),
    service: 'execute-api',
    region: environment['AWS_REGION'] ?? '',
    connections: POSTS_AT_A_TIME,
    timeoutMilliseconds: TIMEOUT_MS,
  });
}

const isWorthRetrying = (status: number) => status === 429 || status >= 500;

/** Retries if there was no response, and after temporary errors. So a client may receive a message twice. */
async function sendUntilAnswered(send: () => Promise<number>, pause: Pause): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS;
    try {
      const status = await send();
      if (isLast || !isWorthRetrying(status)) return status;
    } catch (error) {
      if (isLast) throw error; // the request was refused, reset or timed out
    }
    await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}
