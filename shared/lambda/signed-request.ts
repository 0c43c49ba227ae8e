import { createHash, createHmac, createSecretKey, type Hash, type Hmac } from 'node:crypto';
import { once } from 'node:events';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';

/** Where requests go, and as which service of AWS they are signed. */
export interface SignedRequestsOptions {
  readonly endpoint: string;
  readonly service: string;
  readonly region: string;
  /** Requests under way at once; the others wait for a connection. */
  readonly connections: number;
  /** A request whose answer has not begun by then fails. */
  readonly timeoutMilliseconds: number;
}

/** Sends a request below the endpoint's path. Resolves to the status of the answer, whatever it says. */
export type SendSigned = (method: string, path: string, body?: string) => Promise<number>;

/**
 * Requests to a service of AWS, signed by the function's role, without a client of the SDK: for calls of which one function makes
 * thousands and whose answer is a status. A client takes three times the processor time (`npm run bench:live`).
 */
export function signedRequests(options: SignedRequestsOptions): SendSigned {
  const { service, region, connections, timeoutMilliseconds } = options;
  const { protocol, hostname, host, port, pathname } = new URL(options.endpoint);
  const basePath = pathname.replace(/\/$/, '');
  const signer = new SignatureV4({ service, region, credentials: fromEnv(), sha256: Sha256 });
  const agent = { maxSockets: connections };
  const handler = new NodeHttpHandler({
    connectionTimeout: timeoutMilliseconds,
    requestTimeout: timeoutMilliseconds,
    throwOnRequestTimeout: true, // it would only warn
    socketTimeout: timeoutMilliseconds,
    httpsAgent: agent,
    httpAgent: agent, // to the local server
  });
  return async (method, path, body) => {
    const request = {
      protocol,
      hostname,
      ...(port ? { port: Number(port) } : {}),
      method,
      path: basePath + path,
      query: {},
      headers: { host },
      body,
    };
    const { response } = await handler.handle(new HttpRequest(await signer.sign(request)));
    await once(response.body.resume(), 'end'); // then the connection is free for the next request
    return response.statusCode;
  };
}

type Bytes = string | ArrayBuffer | ArrayBufferView;

/** SHA-256 as the signer asks for it; with a secret, HMAC. Node takes a key that is an object in a third of the time. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(secret));
  }

  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

const keyOf = (secret: Bytes) => createSecretKey(bytesOf(secret));

function bytesOf(data: Bytes): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return Buffer.from(data);
}
