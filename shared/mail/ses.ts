import { type SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import type { Settings } from '../lambda/settings.ts';
import { MailNotSentError, type PostMail } from './send-mail.ts';
import { connectSes, sendEmail } from './ses-client.ts';

/** Sends by SES, without the SDK's own repetitions: the queue repeats, and only what may not have been sent. */
export function postBySes(settings: Settings): PostMail {
  let ses: SESv2Client | undefined;
  return async (address, mail) => {
    ses ??= connectSes();
    try {
      await ses.send(sendEmail(settings, address, mail));
    } catch (error) {
      // Its message may contain the address.
      const name = error instanceof Error ? error.name : 'unknown';
      throw isRefusal(error)
        ? new MailNotSentError(`SES refused it: ${name}`)
        : new Error(`SES failed: ${name}`);
    }
  };
}

/** Whether SES certainly did not send, as when it throttles. After a 5xx or without a response, the result is unknown. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof SESv2ServiceException)) return false;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 500;
}
