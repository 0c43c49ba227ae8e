import { connect, type Socket } from 'node:net';

/** A reply of the engine. */
export interface EngineReply {
  readonly status: number;
  readonly body: string;
}

/** A request and what waits for its reply. */
interface Call {
  readonly text: string;
  resolve(reply: EngineReply): void;
  reject(error: Error): void;
}

/** A keep-alive connection, which carries one request at a time. */
interface Connection {
  readonly socket: Socket;
  call: Call | undefined;
  received: Buffer;
}

interface EngineCallsOptions {
  /** How long a reply may take. */
  readonly timeoutMilliseconds: number;
  /** How many calls are under way at a time; others wait. */
  readonly connections: number;
}

const HEAD_END = '\r\n\r\n';
const EMPTY = Buffer.alloc(0);
const ENDED = 'The connection to the engine has ended';

/** The engine does not verify signatures. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20261120/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

/** Posts operations to the embedded engine. Only what the engine sends is understood: replies with a `Content-Length`. */
export class EngineCalls {
  readonly #host: string;
  readonly #port: number;
  readonly #options: EngineCallsOptions;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  readonly #waiting: Call[] = [];

  constructor(endpoint: string, options: EngineCallsOptions) {
    const { hostname, port } = new URL(endpoint);
    this.#host = hostname;
    this.#port = Number(port);
    this.#options = options;
  }

  /** Posts to an operation, such as `DynamoDB_20120810.GetItem`. Throws if there is no whole reply in time. */
  post(operation: string, body: string): Promise<EngineReply> {
    const text =
      `POST / HTTP/1.1\r\nHost: ${this.#host}:${this.#port}\r\nContent-Type: application/x-amz-json-1.0\r\n` +
      `X-Amz-Target: ${operation}\r\nX-Amz-Date: 20261120T120000Z\r\nAuthorization: ${AUTHORIZATION}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      this.#sendNext();
    });
  }

  /** Ends all calls. */
  close(): void {
    for (const call of this.#waiting.splice(0)) call.reject(new Error(ENDED));
    for (const { socket } of this.#open) socket.destroy();
  }

  #sendNext(): void {
    const isFree = this.#idle.length > 0 || this.#open.size < this.#options.connections;
    const call = isFree ? this.#waiting.shift() : undefined;
    if (!call) return;
    const connection = this.#idle.pop() ?? this.#connect();
    connection.call = call;
    connection.socket.write(call.text);
  }

  #connect(): Connection {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    const connection: Connection = { socket, call: undefined, received: EMPTY };
    this.#open.add(connection);
    socket.on('data', (chunk) => this.#receive(connection, chunk));
    socket.setTimeout(this.#options.timeoutMilliseconds, () => {
      if (connection.call) socket.destroy(); // else it is only idle
    });
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => this.#end(connection));
    return connection;
  }

  #receive(connection: Connection, chunk: Buffer): void {
    connection.received =
      connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
    const { received, call } = connection;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
    const start = headEnd + HEAD_END.length;
    if (Number.isNaN(length)) connection.socket.destroy();
    if (!(received.length >= start + length)) return;
    connection.received = EMPTY;
    connection.call = undefined;
    this.#idle.push(connection);
    this.#sendNext();
    call?.resolve({
      status: Number(head.slice(9, 12)),
      body: received.toString('utf8', start, start + length),
    });
  }

  #end(connection: Connection): void {
    this.#open.delete(connection);
    const place = this.#idle.indexOf(connection);
    if (place >= 0) this.#idle.splice(place, 1);
    connection.call?.reject(new Error(ENDED));
    this.#sendNext();
  }
}
