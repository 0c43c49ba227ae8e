import { NO_BUCKET } from '../../shared/audit/seal.ts';
import { NO_MAIL } from '../../shared/lambda/settings.ts';
import { NO_SMS } from '../../shared/lambda/sms-settings.ts';
import type { StageSettings } from './stage-settings.ts';

/** The features that are off because a setting is missing, as lines for the person who deploys the stage. */
export function switchedOff(
  settings: Pick<StageSettings, 'auditBucket' | 'mailConfigurationSet' | 'mailFrom' | 'smsFrom'>,
): string[] {
  const lacking = [
    {
      setting: 'mailFrom',
      isOff: settings.mailFrom === NO_MAIL,
      what: 'mail: invitations and lost passwords',
    },
    {
      setting: 'mailConfigurationSet',
      isOff: settings.mailConfigurationSet === NO_MAIL,
      what: 'bounces of mail',
    },
    { setting: 'smsFrom', isOff: settings.smsFrom === NO_SMS, what: 'SMS' },
    { setting: 'auditBucket', isOff: settings.auditBucket === NO_BUCKET, what: 'copies of audit seals' },
  ];
  return lacking.filter(({ isOff }) => isOff).map(({ setting, what }) => `${what} (${setting})`);
}
