import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { NO_MAIL, type Settings } from '../lambda/settings.ts';
import { MailNotSentError, type PostMail } from './send-mail.ts';

const CONNECTION_MILLISECONDS = 2_000;
const REQUEST_MILLISECONDS = 5_000;

const text = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Sends by SES, without the SDK's own repetitions: the queue repeats, and only what may not have been sent. */
export function postBySes({ mailFrom, mailConfigurationSet }: Settings): PostMail {
  let ses: SESv2Client | undefined;
  return async (address, mail) => {
    ses ??= connect();
    try {
      await ses.send(
        new SendEmailCommand({
          FromEmailAddress: mailFrom,
          Destination: { ToAddresses: [address] },
          Content: { Simple: { Subject: text(mail.subject), Body: { Text: text(mail.text) } } },
          ...(mailConfigurationSet === NO_MAIL ? {} : { ConfigurationSetName: mailConfigurationSet }),
        }),
      );
    } catch (error) {
      // Its message may contain the address.
      const name = error instanceof Error ? error.name : 'unknown';
      throw isRefusal(error)
        ? new MailNotSentError(`SES refused it: ${name}`)
        : new Error(`SES failed: ${name}`);
    }
  };
}

/** Such as throttling or a missing identity. After an error of SES itself nobody knows. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof SESv2ServiceException)) return false;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 500;
}

function connect(): SESv2Client {
  return new SESv2Client({
    requestHandler: {
      connectionTimeout: CONNECTION_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS, // ends with the headers
      throwOnRequestTimeout: true, // it would only warn
      socketTimeout: REQUEST_MILLISECONDS,
    },
    maxAttempts: 1,
  });
}
