import { ALERTS } from '../../shared/alerts/alert.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { CHANNEL_SETTINGS } from '../../shared/senders/sender-settings.ts';
import { SITES } from '../../shared/sites/site.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';

/** What a preview reads: also the answers for one rule, which have its warnings. */
export const PREVIEW_TABLE_USE = joinUses(
  listUse(SITES, { scopes: ['tenant'] }),
  listUse(ALERTS, { scopes: ['tenant'], divisions: ['type_severity'] }),
  { actions: ['BatchGetItem', 'GetItem'] },
);

export const PREVIEW_SETTINGS: readonly SettingName[] = [
  ...CHANNEL_SETTINGS,
  'GUARD_SMS_PER_DAY',
  'GUARD_MAIL_PER_DAY',
];
