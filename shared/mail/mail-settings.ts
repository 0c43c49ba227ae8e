import { ApiError } from '../base/errors.ts';
import { NO_MAIL, type Settings } from '../lambda/settings.ts';

type MailSettings = Pick<Settings, 'mailFrom'>;

export const isMailOn = ({ mailFrom }: MailSettings): boolean => mailFrom !== NO_MAIL;

/** Throws `mail_not_configured` in a stage without a sender. */
export function requireMail(settings: MailSettings): void {
  if (!isMailOn(settings)) throw new ApiError('mail_not_configured');
}
