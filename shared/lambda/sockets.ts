import {
  ApiGatewayManagementApiClient,
  ApiGatewayManagementApiServiceException,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { SOCKETS_ENDPOINT_VARIABLE } from './trigger.ts';

/** The clients of the WebSocket API, as functions reach them. */
export interface Sockets {
  /** Sends a text. Resolves to whether the client is there; throws where that could not be found out. */
  post(connectionId: string, text: string): Promise<boolean>;
  /** Ends a connection, if it is there. */
  close(connectionId: string): Promise<void>;
}

/** API Gateway answers within milliseconds; what takes longer is better repeated. */
const REQUEST_LIMITS = { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true };
const ATTEMPTS = 4;
/** Posts that a function has under way at once, and so connections to API Gateway. */
export const POSTS_AT_A_TIME = 100;

/** Connects at the first call: only functions whose declaration says that they post know where to. */
export function connectSockets(environment: Readonly<Record<string, string | undefined>>): Sockets {
  let client: ApiGatewayManagementApiClient | undefined;
  const connect = () => {
    client ??= new ApiGatewayManagementApiClient({
      endpoint: endpointOf(environment),
      requestHandler: { ...REQUEST_LIMITS, httpsAgent: AGENT, httpAgent: AGENT },
      maxAttempts: ATTEMPTS,
    });
    return client;
  };
  return {
    async post(ConnectionId, text) {
      return isThere(connect().send(new PostToConnectionCommand({ ConnectionId, Data: text })));
    },
    async close(ConnectionId) {
      await isThere(connect().send(new DeleteConnectionCommand({ ConnectionId })));
    },
  };
}

const AGENT = { maxSockets: POSTS_AT_A_TIME };

function endpointOf(environment: Readonly<Record<string, string | undefined>>): string {
  const endpoint = environment[SOCKETS_ENDPOINT_VARIABLE];
  if (!endpoint) throw new Error(`${SOCKETS_ENDPOINT_VARIABLE} is not set.`);
  return endpoint;
}

/** Of an id that no connection has, API Gateway says either. */
const GONE: readonly number[] = [400, 410];

async function isThere(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    const isAnswer = error instanceof ApiGatewayManagementApiServiceException;
    if (isAnswer && GONE.includes(error.$metadata.httpStatusCode ?? 0)) return false;
    throw error;
  }
}
