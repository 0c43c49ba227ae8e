/**
 * What API Gateway does to headers between a client and a Lambda integration (AWS, "Amazon API Gateway important
 * notes", "Amazon API Gateway important notes for REST APIs", columns for `lambda`). Names here are in lower case.
 */

/** Values of one header name, in the order in which they are sent. */
export type HeaderEntry = readonly [name: string, values: readonly string[]];

/**
 * Request headers that no function sees. Content-Length and Transfer-Encoding are documented otherwise, yet belong
 * to the connection and are not in the events that API Gateway sends.
 */
const DROPPED_FROM_REQUEST: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

const DROPPED_FROM_RESPONSE: ReadonlySet<string> = new Set([
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** The gateway answers with its own Content-Length, Date and request id, and a function's are renamed. */
const REMAPPED_IN_RESPONSE: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
  'x-amzn-requestid',
]);

/** Whether a request header reaches the function. */
export function reachesFunction(name: string): boolean {
  return !DROPPED_FROM_REQUEST.has(name.toLowerCase());
}

/** A function's response headers as the client sees them: some are dropped, some renamed. */
export function remapResponseHeaders(headers: readonly HeaderEntry[]): HeaderEntry[] {
  return headers
    .filter(([name]) => !DROPPED_FROM_RESPONSE.has(name.toLowerCase()))
    .map(([name, values]) =>
      REMAPPED_IN_RESPONSE.has(name.toLowerCase()) ? [`x-amzn-Remapped-${name}`, values] : [name, values],
    );
}
