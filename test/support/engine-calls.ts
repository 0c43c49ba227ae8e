import { connect, type Socket } from 'node:net';

/** A reply of the engine. */
export interface EngineReply {
  readonly status: number;
  readonly body: string;
}

/** A keep-alive connection, which carries one request at a time. */
interface Connection {
  readonly socket: Socket;
  /** Waits for a reply. */
  pending: { resolve(reply: EngineReply): void; reject(error: Error): void } | undefined;
  received: Buffer;
}

const HEAD_END = '\r\n\r\n';

/** Posts DynamoDB operations to the embedded engine. Only what the engine sends is understood: replies with a `Content-Length`. */
export class EngineCalls {
  readonly #host: string;
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();

  constructor(endpoint: string) {
    const { hostname, port } = new URL(endpoint);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Throws if the connection ends without a whole reply. */
  post(operation: string, body: string): Promise<EngineReply> {
    const connection = this.#idle.pop() ?? this.#connect();
    return new Promise((resolve, reject) => {
      connection.pending = { resolve, reject };
      connection.socket.write(
        `POST / HTTP/1.1\r\nHost: ${this.#host}:${this.#port}\r\nContent-Type: application/x-amz-json-1.0\r\n` +
          `X-Amz-Target: DynamoDB_20120810.${operation}\r\nX-Amz-Date: 20261120T120000Z\r\nAuthorization: ${AUTHORIZATION}\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`,
      );
    });
  }

  close(): void {
    for (const { socket } of this.#open) socket.destroy();
  }

  #connect(): Connection {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    const connection: Connection = { socket, pending: undefined, received: EMPTY };
    this.#open.add(connection);
    socket.on('data', (chunk) => this.#receive(connection, chunk));
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => this.#end(connection));
    return connection;
  }

  #receive(connection: Connection, chunk: Buffer): void {
    connection.received =
      connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
    const { received, pending } = connection;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
    const start = headEnd + HEAD_END.length;
    if (received.length < start + length) return;
    connection.received = EMPTY;
    connection.pending = undefined;
    this.#idle.push(connection);
    pending?.resolve({
      status: Number(head.slice(9, 12)),
      body: received.toString('utf8', start, start + length),
    });
  }

  #end(connection: Connection): void {
    this.#open.delete(connection);
    const place = this.#idle.indexOf(connection);
    if (place >= 0) this.#idle.splice(place, 1);
    connection.pending?.reject(new Error('The connection to the engine has ended'));
  }
}

const EMPTY = Buffer.alloc(0);
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20261120/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
