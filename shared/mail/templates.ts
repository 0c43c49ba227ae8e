import { invitation } from './invitation.ts';
import type { TemplateName } from './mail-message.ts';
import { passwordReset } from './password-reset.ts';
import type { MailTemplate } from './template.ts';
import { MAIL_TEXTS } from './texts.ts';
import { budgetWarning } from './warn-masters.ts';

export const TEMPLATES: Readonly<Record<TemplateName, MailTemplate>> = {
  invitation,
  password_changed: async ({ publicUrl }) => MAIL_TEXTS.passwordChanged(`${publicUrl}/console`),
  password_reset: passwordReset,
  second_factor_reset: async ({ publicUrl }) => MAIL_TEXTS.secondFactorReset(`${publicUrl}/console`),
  budget_warning: budgetWarning,
};
