import type { SettingName, Settings } from '../lambda/settings.ts';
import { NO_SMS } from '../lambda/sms-settings.ts';
import { isMailOn } from '../mail/mail-settings.ts';
import type { TableUse } from '../table/table-use.ts';
import type { ChannelKind } from './channel-kind.ts';

/** The settings that decide to which kinds of channels the stage sends (`channelsOff`). */
export const CHANNEL_SETTINGS = [
  'GUARD_MAIL_FROM',
  'GUARD_SMS_FROM',
  'GUARD_SMS_COUNTRIES',
] as const satisfies readonly SettingName[];

/** The settings of a function that sends codes. Codes are never sent to a browser. */
export const CODE_SETTINGS = [
  ...CHANNEL_SETTINGS,
  'GUARD_MAIL_CONFIGURATION_SET',
  'GUARD_SMS_CONFIGURATION_SET',
] as const satisfies readonly SettingName[];

/** The settings of a function that sends messages to people (`connectSenders`). */
export const SENDER_SETTINGS = [
  ...CODE_SETTINGS,
  'GUARD_PUSH_DECRYPTION_KEY',
] as const satisfies readonly SettingName[];

/** The settings of a function that counts messages in the budgets of a tenant (`budgetsOf`). */
export const BUDGET_SETTINGS = [
  'GUARD_SMS_PER_DAY',
  'GUARD_MAIL_PER_DAY',
] as const satisfies readonly SettingName[];

/** The table operations of senders, which look up suppressed addresses and the key pair of pushes. */
export const SENDER_TABLE_USE: Pick<TableUse, 'actions'> = { actions: ['GetItem'] };

type SmsSettings = Pick<Settings, 'smsFrom' | 'smsCountries'>;

export const isSmsOn = ({ smsFrom, smsCountries }: SmsSettings): boolean =>
  smsFrom !== NO_SMS && smsCountries !== NO_SMS;

/** The kinds of channels that the stage does not send to. Push needs no provider. */
export function channelsOff(settings: SmsSettings & Pick<Settings, 'mailFrom'>): ChannelKind[] {
  const off: ChannelKind[] = [];
  if (!isMailOn(settings)) off.push('email');
  if (!isSmsOn(settings)) off.push('sms');
  return off;
}
