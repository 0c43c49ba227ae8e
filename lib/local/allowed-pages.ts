import type { IncomingMessage } from 'node:http';

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const HTTP_PORT = 80;

/**
 * Whether a request may be answered. Any web page can send requests to localhost, and the passwords of the demo accounts are
 * public. Browsers name the page in `Origin` and the host name in `Host`: a page that uses DNS rebinding has a foreign
 * `Host`. Other clients send no `Origin`. The console may call the server by another of its names: the live URL has one.
 */
export function isFromAllowedPage({ headers, socket }: IncomingMessage, corsOrigin: string): boolean {
  if (corsOrigin === '*') return true;
  const { host, origin } = headers;
  const own = ownHosts(socket.localPort);
  if (host !== undefined && !own.includes(host.toLowerCase()) && host.toLowerCase() !== hostOf(corsOrigin)) {
    return false;
  }
  if (origin === undefined || origin === corsOrigin || origin === `http://${host}`) return true;
  return own.some((name) => origin === `http://${name}`);
}

const ownHosts = (port: number | undefined) =>
  OWN_NAMES.map((name) => (port === HTTP_PORT ? name : `${name}:${port}`));

/** A proxy in front of the server, such as a development server, forwards the `Host` of its own origin. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
