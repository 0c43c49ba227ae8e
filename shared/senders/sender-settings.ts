import type { SettingName } from '../lambda/settings.ts';
import type { TableUse } from '../table/table-use.ts';

/** The settings that say which kinds of channels the stage sends to (`channelsOff`). */
export const CHANNEL_SETTINGS = [
  'GUARD_MAIL_FROM',
  'GUARD_SMS_FROM',
  'GUARD_SMS_COUNTRIES',
] as const satisfies readonly SettingName[];

/** The settings of a function that sends codes, which go to no browser. */
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

/** The table operations of senders: they look up suppressed addresses and the key of pushes. */
export const SENDER_TABLE_USE: Pick<TableUse, 'actions'> = { actions: ['GetItem'] };
