import type { IncomingMessage } from 'node:http';

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const HTTP_PORT = 80;

/**
 * Whether a request may be answered. Any web page can send requests to localhost, and the passwords of the demo accounts are
 * public. Browsers name the page in `Origin` and the host name in `Host`: a page that uses DNS rebinding has a foreign
 * `Host`. Other clients send no `Origin`.
 */
export function isFromAllowedPage({ headers, socket }: IncomingMessage, corsOrigin: string): boolean {
  if (corsOrigin === '*') return true;
  const { host, origin } = headers;
  if (host !== undefined && !isKnownHost(host.toLowerCase(), socket.localPort, corsOrigin)) return false;
  return origin === undefined || origin === corsOrigin || origin === `http://${host}`;
}

/** A proxy in front of the server, such as a development server, forwards the `Host` of its own origin. */
function isKnownHost(host: string, port: number | undefined, corsOrigin: string): boolean {
  const own = OWN_NAMES.map((name) => (port === HTTP_PORT ? name : `${name}:${port}`));
  return own.includes(host) || (URL.canParse(corsOrigin) && new URL(corsOrigin).host === host);
}
