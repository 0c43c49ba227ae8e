import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PROVIDER_LIMITS } from '../lambda/provider-limits.ts';
import { NO_MAIL, type Settings } from '../lambda/settings.ts';
import { MailNotSentError, type PostMail } from './send-mail.ts';
import type { MailText } from './template.ts';

/**
 * Makes the function that sends mail by SES. The SDK does not retry, because the queue does, and only what may not have been
 * sent.
 */
export function postBySes(settings: Settings): PostMail {
  let ses: SESv2Client | undefined;
  return async (address, mail) => {
    ses ??= connectSes();
    try {
      await ses.send(sendEmail(settings, address, mail));
    } catch (error) {
      // The message of the error may contain the address, so only its name is kept.
      const name = error instanceof Error ? error.name : 'unknown';
      throw isRefusal(error)
        ? new MailNotSentError(`SES refused it: ${name}`)
        : new Error(`SES failed: ${name}`);
    }
  };
}

/**
 * Whether SES certainly did not send the mail, for example because it throttles. After a status 5xx, or without a response,
 * the result is unknown.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof SESv2ServiceException)) return false;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 500;
}

export const connectSes = (): SESv2Client => new SESv2Client(PROVIDER_LIMITS);

const text = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Makes a mail of plain text, from the sender of the stage. */
export const sendEmail = (
  { mailFrom, mailConfigurationSet }: Pick<Settings, 'mailFrom' | 'mailConfigurationSet'>,
  address: string,
  mail: MailText,
): SendEmailCommand =>
  new SendEmailCommand({
    FromEmailAddress: mailFrom,
    Destination: { ToAddresses: [address] },
    Content: { Simple: { Subject: text(mail.subject), Body: { Text: text(mail.text) } } },
    ...(mailConfigurationSet === NO_MAIL ? {} : { ConfigurationSetName: mailConfigurationSet }),
  });
