/**
 * Which headers API Gateway drops or renames for a Lambda integration, in lower case (AWS, "Amazon API Gateway important
 * notes", "Amazon API Gateway important notes for REST APIs", columns for `lambda`).
 */

/** The name of a header and its values, in the order in which they are sent. */
export type HeaderEntry = readonly [name: string, values: readonly string[]];

/**
 * Request headers that functions do not receive. The documentation says otherwise, but events of API Gateway contain neither
 * Content-Length nor Transfer-Encoding.
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

/** Response headers that the gateway renames, because it adds its own Content-Length, Date and request id. */
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

/** Drops and renames headers of a function's response, as API Gateway does. */
export function remapResponseHeaders(headers: readonly HeaderEntry[]): HeaderEntry[] {
  return headers
    .filter(([name]) => !DROPPED_FROM_RESPONSE.has(name.toLowerCase()))
    .map(([name, values]) =>
      REMAPPED_IN_RESPONSE.has(name.toLowerCase()) ? [`x-amzn-Remapped-${name}`, values] : [name, values],
    );
}
