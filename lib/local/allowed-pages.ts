import type { IncomingMessage } from 'node:http';

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const HTTP_PORT = 80;

/**
 * Whether a request may be answered, whichever web page a developer has open: any page may send requests to localhost,
 * and the passwords of the demo accounts are public. Browsers say with `Origin` which page sends a request, and with
 * `Host` which name the page was loaded by. A page whose name leads to this machine (DNS rebinding) has a foreign `Host`.
 * Other clients send no `Origin`.
 */
export function isFromAllowedPage({ headers, socket }: IncomingMessage, corsOrigin: string): boolean {
  if (corsOrigin === '*') return true;
  const { host, origin } = headers;
  if (host !== undefined && !isKnownHost(host.toLowerCase(), socket.localPort, corsOrigin)) return false;
  return origin === undefined || origin === corsOrigin || origin === `http://${host}`;
}

/** A proxy in front of the server, such as that of a page under development, passes on the `Host` of its own origin. */
function isKnownHost(host: string, port: number | undefined, corsOrigin: string): boolean {
  const own = OWN_NAMES.map((name) => (port === HTTP_PORT ? name : `${name}:${port}`));
  return own.includes(host) || (URL.canParse(corsOrigin) && new URL(corsOrigin).host === host);
}
