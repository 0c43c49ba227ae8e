import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { NO_MAIL, type Settings } from '../lambda/settings.ts';
import type { MailText } from './template.ts';

const CONNECTION_MILLISECONDS = 2_000;
const REQUEST_MILLISECONDS = 5_000;

/** The time limits of a provider that a person or a message waits for. */
export const PROVIDER_LIMITS = {
  requestHandler: {
    connectionTimeout: CONNECTION_MILLISECONDS,
    requestTimeout: REQUEST_MILLISECONDS, // ends with the headers
    throwOnRequestTimeout: true, // it would only warn
    socketTimeout: REQUEST_MILLISECONDS,
  },
  // The caller repeats, and repeats only what may not have been sent.
  maxAttempts: 1,
} as const;

export const connectSes = (): SESv2Client => new SESv2Client(PROVIDER_LIMITS);

const text = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Makes a mail of plain text from the stage's sender. */
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
