import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Settings } from '../lambda/settings.ts';
import { readSmsCountries } from '../lambda/sms-settings.ts';

/** Why the stage sends no SMS to a number. */
export type NumberFault = 'number_not_valid' | 'country_not_allowed';

/**
 * Checks a number (E.164) against its country's numbering plan, and the country against the stage's; `undefined` if the stage
 * sends to it. Some countries share a calling code: the number decides.
 */
export function faultOfNumber(
  number: string,
  { smsCountries }: Pick<Settings, 'smsCountries'>,
): NumberFault | undefined {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid() || parsed.number !== number) return 'number_not_valid';
  const { country } = parsed;
  // A number of no country, such as of a satellite.
  if (country === undefined) return 'country_not_allowed';
  return readSmsCountries(smsCountries).includes(country) ? undefined : 'country_not_allowed';
}
