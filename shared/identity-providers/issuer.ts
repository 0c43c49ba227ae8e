import { invalidField } from '../errors.ts';
import { type Destinations, literalAddressOf, readOutboundUrl } from '../outbound/outbound-url.ts';

/**
 * Throws `validation_failed` unless Guard may connect to an issuer: an https URL of a name, or `http://localhost` on
 * localhost. It is compared with the claim `iss` character by character, so only its normalized form is taken. The addresses
 * of the name are checked at each connection.
 */
export function checkIssuer(issuer: string, destinations: Destinations): void {
  const url = readOutboundUrl(issuer, destinations);
  const isNormal = url !== undefined && (url.href === issuer || url.href === `${issuer}/`);
  const isNamed = url !== undefined && literalAddressOf(url) === undefined && isHostName(url);
  if (isNormal && isNamed && !/[?#]/.test(issuer)) return;
  const elsewhere = destinations.isLocalhostAllowed ? ', or here http://localhost with a port' : '';
  throw invalidField(
    'issuer',
    `The issuer field must be the https URL of a public host in normal form, without user, query and fragment${elsewhere}.`,
  );
}

/** A name without a dot belongs to a private network. An http URL here is always localhost. */
const isHostName = (url: URL) => url.protocol === 'http:' || url.hostname.replace(/\.$/, '').includes('.');
