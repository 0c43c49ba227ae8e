import { createLink, maySetPassword } from '../links/link.ts';
import type { MailTemplate } from './template.ts';
import { MAIL_TEXTS } from './texts.ts';

/** An invited user, who has no password yet, gets a reset too: they may have lost the invitation. */
export const passwordReset: MailTemplate = async ({ table, randomBytes, now, publicUrl, recipient }) => {
  const { account } = recipient;
  if (!maySetPassword(account)) return { refused: 'password_login_disabled' };
  const token = await createLink({ table, randomBytes }, account, { purpose: 'reset', now });
  return MAIL_TEXTS.passwordReset(`${publicUrl}/console#/reset?token=${token}`);
};
