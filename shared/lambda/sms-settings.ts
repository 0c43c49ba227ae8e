import * as z from 'zod/mini';

/** The value of the SMS settings in a stage that sends no SMS. */
export const NO_SMS = 'none';

export const SMS_FROM_REQUIREMENT =
  'a sender id of 3 to 11 letters and digits, the id of a phone number (phone-…) or of a pool (pool-…), or none';

/** The format of `OriginationIdentity` (AWS, "SendTextMessage"). Carriers reject a sender id that consists of digits only. */
const SENDER_ID = /^(?=.*[A-Za-z])[A-Za-z0-9]{3,11}$/;
const NUMBER_OR_POOL = /^(phone|pool)-[0-9a-z]{8,64}$/;

export const smsFromSchema = z.string().check(
  z.refine((setting) => setting === NO_SMS || SENDER_ID.test(setting) || NUMBER_OR_POOL.test(setting), {
    error: `must be ${SMS_FROM_REQUIREMENT}`,
  }),
);

export const SMS_COUNTRIES_REQUIREMENT =
  'codes of countries such as DE AT CH (ISO 3166-1), separated by spaces, or none';

export const readSmsCountries = (setting: string): string[] =>
  setting === NO_SMS ? [] : setting.trim().split(/\s+/);

export const smsCountriesSchema = z.string().check(
  z.refine((setting) => readSmsCountries(setting).every((it) => /^[A-Z]{2}$/.test(it)), {
    error: `must be ${SMS_COUNTRIES_REQUIREMENT}`,
  }),
);
