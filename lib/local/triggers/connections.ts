import type { ServiceReply, ServiceRequest } from './services-server.ts';

/** A client's connection to the WebSocket API, for functions to use. */
export interface Connection {
  readonly id: string;
  readonly connectedAt: Date;
  lastActiveAt: Date;
  /** Sends a message. Resolves when the message is on its way; throws if the client is gone. */
  post(message: string): Promise<void>;
  close(): void;
}

export type Connections = Map<string, Connection>;

/** The largest message (AWS, "Quotas for configuring and running a WebSocket API in API Gateway"). */
export const MAXIMUM_MESSAGE_BYTES = 128 * 1024;

const PATH = /^\/@connections\/([^/?]+)$/;

export function isForConnections({ path }: ServiceRequest): boolean {
  return PATH.test(path);
}

/**
 * Answers a function's request to send a message to a client or to close its connection (AWS, "Use @connections commands in
 * your backend service").
 */
export async function answerConnections(
  connections: Connections,
  { method, path, body }: ServiceRequest,
): Promise<ServiceReply> {
  const id = decodeURIComponent(PATH.exec(path)?.[1] ?? '');
  const connection = connections.get(id);
  if (!connection) return failure(410, 'GoneException');
  switch (method) {
    case 'POST':
      if (Buffer.byteLength(body) > MAXIMUM_MESSAGE_BYTES) return failure(413, 'PayloadTooLargeException');
      return connection.post(body).then(
        () => ({ status: 200 }),
        () => failure(410, 'GoneException'),
      );
    case 'DELETE':
      connection.close();
      return { status: 204 };
    default:
      return failure(403, 'ForbiddenException');
  }
}

function failure(status: number, type: string): ServiceReply {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type },
    body: JSON.stringify({ message: type }),
  };
}
