import { createLink, mayBeInvited } from '../links/link.ts';
import type { MailTemplate } from './template.ts';
import { MAIL_TEXTS } from './texts.ts';

export const invitation: MailTemplate = async ({ table, randomBytes, now, publicUrl, recipient }) => {
  const { account } = recipient;
  if (!mayBeInvited(account)) return { refused: 'invitation_not_open' };
  const token = await createLink({ table, randomBytes }, account, { purpose: 'invitation', now });
  return MAIL_TEXTS.invitation(`${publicUrl}/console#/invitation?token=${token}`);
};
