import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { Settings } from '../lambda/settings.ts';
import { NO_SMS } from '../lambda/sms-settings.ts';
import { PROVIDER_LIMITS } from '../mail/ses-client.ts';
import { isSmsOn } from './channels-off.ts';
import { resultOfError } from './provider-error.ts';
import { refusedForGood, SENT } from './send-result.ts';
import type { Send } from './sender.ts';
import { faultOfNumber } from './sms-number.ts';

type SmsSettings = Pick<Settings, 'smsFrom' | 'smsCountries' | 'smsConfigurationSet'>;

const connect = () => new PinpointSMSVoiceV2Client(PROVIDER_LIMITS);

/**
 * Sends SMS by AWS End User Messaging SMS, to the countries of the stage only. The receipt of a delivery contains the context
 * again.
 */
export function smsSender(
  settings: SmsSettings,
  client: Pick<PinpointSMSVoiceV2Client, 'send'> = connect(),
): Send {
  return async ({ address }, { text }, context) => {
    if (!isSmsOn(settings)) return refusedForGood('channel_off');
    const fault = faultOfNumber(address, settings);
    if (fault !== undefined) return refusedForGood(fault);
    const { smsFrom, smsConfigurationSet } = settings;
    try {
      await client.send(
        new SendTextMessageCommand({
          DestinationPhoneNumber: address,
          OriginationIdentity: smsFrom,
          MessageBody: text,
          MessageType: 'TRANSACTIONAL',
          ...(smsConfigurationSet === NO_SMS ? {} : { ConfigurationSetName: smsConfigurationSet }),
          ...(context === undefined ? {} : { Context: { ...context } }),
        }),
      );
      return SENT;
    } catch (error) {
      return resultOfError(error);
    }
  };
}
