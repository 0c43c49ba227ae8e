// This metadata knows the types of numbers.
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

interface PhoneNumber {
  /** The number in the format E.164. A number may have several spellings, such as one with the zero of national calls. */
  readonly number: string;
  /** Whether it belongs to one of the countries. A number without a country, such as a satellite phone's, does not. */
  readonly isAllowed: boolean;
  /** Whether it is that of a mobile phone. North American numbers do not say it, so there it may be a landline. */
  readonly isMobile: boolean;
  /** Whether messages to it cost more, and its owner earns by them. */
  readonly isPremium: boolean;
}

const MOBILE: readonly NumberType[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];
const PREMIUM: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST'];

/**
 * Reads a number by the numbering plan of its country; `undefined` if it is not valid. Some countries share a calling code:
 * the number decides.
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
