import { type Pause, pauseWithJitter } from '../table/retry.ts';
import type { Environment } from './environment.ts';
import { type SendSigned, signedRequests } from './signed-request.ts';
import { socketsEndpoint } from './trigger.ts';

/** The clients of the WebSocket API, as functions reach them. */
export interface Sockets {
  /** Sends a text. Resolves to whether the client is there; throws where that could not be found out. */
  post(connectionId: string, text: string): Promise<boolean>;
  /** Ends a connection, if it is there. */
  close(connectionId: string): Promise<void>;
}

/** Posts that a function has under way at once, and so connections to API Gateway. */
export const POSTS_AT_A_TIME = 100;
/** API Gateway answers within milliseconds; what takes longer is better repeated. */
const TIMEOUT_MS = 1_500;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

/** Connects at the first call: only functions whose declaration says that they post know where to. */
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

/** Of an id that no connection has, API Gateway says either. */
const GONE: readonly number[] = [400, 410];

/** API Gateway answered what says nothing of the client. */
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

/** Sends again what was not answered, or answered by what passes: a client may get a message twice. */
async function sendUntilAnswered(send: () => Promise<number>, pause: Pause): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS;
    try {
      const status = await send();
      if (isLast || !isWorthRetrying(status)) return status;
    } catch (error) {
      if (isLast) throw error; // refused, reset, or not in time
    }
    await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}
