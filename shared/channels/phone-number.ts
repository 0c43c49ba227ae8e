import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

interface PhoneNumber {
  /** The number in the format E.164. A number may have several spellings, such as one with the zero of national calls. */
  readonly number: string;
  /** Whether it belongs to one of the countries. A number without a country, such as a satellite phone's, does not. */
  readonly isAllowed: boolean;
}

/**
 * Reads a number by the numbering plan of its country; `undefined` if it is not valid. Some countries share a calling code:
 * the number decides.
 */
export function readPhoneNumber(given: string, countries: readonly string[]): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(given);
  if (!parsed?.isValid()) return undefined;
  const { country, number } = parsed;
  return { number, isAllowed: country !== undefined && countries.includes(country) };
}
