import { readPhoneNumber } from '../channels/phone-number.ts';
import type { Settings } from '../lambda/settings.ts';
import { readSmsCountries } from '../lambda/sms-settings.ts';

/** Why the stage sends no SMS to a number. */
export type NumberFault = 'number_not_valid' | 'country_not_allowed';

/**
 * Why the stage sends no SMS to a number, which is in the format E.164; `undefined` if it sends. A landline that was verified before only
 * mobile phones were taken stays, because it has received a code.
 */
export function faultOfNumber(
  number: string,
  { smsCountries }: Pick<Settings, 'smsCountries'>,
): NumberFault | undefined {
  const read = readPhoneNumber(number, readSmsCountries(smsCountries));
  if (read?.number !== number || read.isPremium) return 'number_not_valid';
  return read.isAllowed ? undefined : 'country_not_allowed';
}
