import type { ChannelKind } from '../channels/channel-kind.ts';
import type { Settings } from '../lambda/settings.ts';
import { NO_SMS } from '../lambda/sms-settings.ts';
import { isMailOn } from '../mail/mail-settings.ts';

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
