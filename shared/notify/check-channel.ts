import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { invalidField } from '../base/errors.ts';
import { type Destinations, readOutboundUrl } from '../lambda/outbound.ts';
import type { ChannelInput, PushSubscription } from './channel-contract.ts';

/** A channel that is verified by a code: e-mail or SMS. */
export interface CodedAddress {
  readonly kind: 'email' | 'sms';
  /** The normalized address. All spellings of one address have the same normalized form. */
  readonly address: string;
}

/** A channel of a browser, which needs no code: the browser itself subscribed. */
export interface PushAddress {
  readonly kind: 'push';
  /** The host of the push service. */
  readonly address: string;
  readonly subscription: PushSubscription;
}

interface Allowed {
  /** The destinations to which Guard may send requests. */
  readonly destinations: Destinations;
  /** The countries to which the stage sends SMS (ISO 3166-1 codes). */
  readonly countries: readonly string[];
}

/**
 * Normalizes the address of a new channel. Throws `validation_failed` if Guard sends nothing to it. The error never contains
 * the address.
 */
export function checkChannelInput(
  input: ChannelInput,
  { destinations, countries }: Allowed,
): CodedAddress | PushAddress {
  switch (input.kind) {
    case 'email':
      return input;
    case 'sms':
      return { kind: 'sms', address: checkPhoneNumber(input.address, countries) };
    case 'push':
      return readPush(input.subscription, destinations);
  }
}

function checkPhoneNumber(given: string, countries: readonly string[]): string {
  const read = readPhoneNumber(given, countries);
  if (read?.isAllowed && read.isMobile) return read.number;
  throw invalidField('address', `The address field must be ${needOf(read, countries)}`);
}

function needOf(read: ReturnType<typeof readPhoneNumber>, countries: readonly string[]): string {
  if (!read) return 'an existing phone number: check its country code and its number of digits.';
  return read.isAllowed
    ? 'the number of a mobile phone, because a landline receives no SMS, and a premium number costs too much.'
    : `a number of a country to which this installation sends SMS: ${countries.join(', ')}.`;
}

function readPush({ endpoint, keys }: PushSubscription, destinations: Destinations): PushAddress {
  const url = readOutboundUrl(endpoint, destinations);
  if (!url) {
    throw invalidField(
      'subscription.endpoint',
      'The subscription.endpoint field must be an https URL of a public host, without a user or password.',
    );
  }
  return { kind: 'push', address: url.host, subscription: { endpoint: url.href, keys } };
}

// This metadata of the library distinguishes the types of numbers.

interface PhoneNumber {
  /** The number in the format E.164, whatever its given spelling, such as with the zero of national calls. */
  readonly number: string;
  /**
   * Whether the number belongs to one of the allowed countries. A number without a country, such as a satellite phone's, does
   * not.
   */
  readonly isAllowed: boolean;
  /**
   * Whether the number may be that of a mobile phone. North American numbers do not show this, so such a number may be a
   * landline.
   */
  readonly isMobile: boolean;
  /** Whether messages to the number cost extra, of which its owner gets a share. */
  readonly isPremium: boolean;
}

const MOBILE: readonly NumberType[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];
const PREMIUM: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST'];

/**
 * Reads a number by the numbering plan of its country; `undefined` if it is not valid. If countries share a calling code, the
 * rest of the number decides.
 */
export function readPhoneNumber(given: string, countries: readonly string[]): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(given);
  if (!parsed?.isValid()) return undefined;
  const { country, number } = parsed;
  const type = parsed.getType();
  return {
    number,
    isAllowed: country !== undefined && countries.includes(country),
    isMobile: MOBILE.includes(type),
    isPremium: PREMIUM.includes(type),
  };
}
