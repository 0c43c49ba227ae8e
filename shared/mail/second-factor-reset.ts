import type { MailTemplate } from './template.ts';
import { MAIL_TEXTS } from './texts.ts';

export const secondFactorReset: MailTemplate = async ({ publicUrl }) =>
  MAIL_TEXTS.secondFactorReset(`${publicUrl}/console`);
