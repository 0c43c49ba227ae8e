import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Stopwatch } from '../time.ts';

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface Network {
  readonly resolve: Resolve;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly stopwatch: Stopwatch;
}

export type IsAllowed = (address: string) => boolean;

/**
 * A lookup for one connection. The name is resolved once: the socket connects to the addresses that were checked, and all of them
 * must be allowed.
 */
export function guardedLookup(resolve: Resolve, isAllowed: IsAllowed): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressNotAllowedError(), '');
      }
      return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
  };
}

class AddressNotAllowedError extends Error {
  readonly code = 'address_not_allowed';
}
