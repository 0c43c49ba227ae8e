import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Runtime } from '../lambda/runtime.ts';
import { isMailOn } from '../mail/mail-settings.ts';
import { connectSes, sendEmail } from '../mail/ses-client.ts';
import { findSuppression } from '../mail/suppression.ts';
import { resultOfError } from './provider-error.ts';
import { refusedForGood, SENT } from './send-result.ts';
import type { Send } from './sender.ts';

/** Sends mail by SES, except to addresses that bounced or complained. */
export function emailSender(
  { settings, table }: Pick<Runtime, 'settings' | 'table'>,
  ses: Pick<SESv2Client, 'send'> = connectSes(),
): Send {
  return async ({ address }, { subject, text }) => {
    if (!isMailOn(settings)) return refusedForGood('channel_off');
    if (await findSuppression(table, address)) return refusedForGood('address_suppressed');
    try {
      await ses.send(sendEmail(settings, address, { subject, text }));
      return SENT;
    } catch (error) {
      return resultOfError(error);
    }
  };
}
