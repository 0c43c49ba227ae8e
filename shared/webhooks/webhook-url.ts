import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** Where Guard may send. On AWS nothing but public hosts by https. */
export interface Destinations {
  /** Whether `http://localhost` is one too: for receivers that are tried on the machine of the local server. */
  readonly isLocalhostAllowed: boolean;
}

/** Names that never leave a machine or a network (RFC 6761, RFC 6762), and that the cloud gives its own services. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/;

/** Characters that nobody sees, or that change the direction of writing: a URL that holds one does not lead where it seems to. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u;

/** The first character of a text that people do not see, as `U+202E`; `undefined` where they see all of it. */
export function hiddenCharacterOf(text: string): string | undefined {
  const found = HIDDEN.exec(text)?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A stored URL as Guard uses it. Guard 0.9.0 stored what was typed. */
export function usedUrl(stored: string): string {
  return URL.canParse(stored) ? new URL(stored).href : stored;
}

/** The address that stands in a URL instead of a name; `undefined` where there is a name, which must be resolved. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

export function isLocalhost({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && hostname === 'localhost';
}

/**
 * Reads the URL of a webhook; `undefined` where Guard does not send there: by https only, without a name or password in it,
 * and to no address that is not public. The URL writes every spelling of an address in one way: `127.1`, `0x7f000001` and
 * `017700000001` are 127.0.0.1. What a name stands for is seen when it is connected to (`attempt.ts`), each time anew.
 */
export function readWebhookUrl(text: string, { isLocalhostAllowed }: Destinations): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  if (isLocalhost(url)) return isLocalhostAllowed ? url : undefined;
  if (url.protocol !== 'https:' || LOCAL_NAMES.test(url.hostname.replace(/\.+$/, ''))) return undefined;
  const literal = literalAddressOf(url);
  return literal === undefined || isPublicAddress(literal) ? url : undefined;
}
