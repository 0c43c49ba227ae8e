import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

interface PhoneNumber {
  /** In the format E.164. A number may have several spellings, such as one with the zero of national calls. */
  readonly number: string;
  /** Whether it is of one of the countries. A number of no country, such as of a satellite, is not. */
  readonly isAllowed: boolean;
}

/**
 * Reads a number by the numbering plan of its country; `undefined` if it is none. Some countries share a calling code: the number
 * decides.
 */
export function readPhoneNumber(given: string, countries: readonly string[]): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(given);
  if (!parsed?.isValid()) return undefined;
  const { country, number } = parsed;
  return { number, isAllowed: country !== undefined && countries.includes(country) };
}
