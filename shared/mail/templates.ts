import { invitation } from './invitation.ts';
import type { TemplateName } from './mail-message.ts';
import { passwordReset } from './password-reset.ts';
import { secondFactorReset } from './second-factor-reset.ts';
import type { MailTemplate } from './template.ts';
import { budgetWarning } from './warn-masters.ts';

export const TEMPLATES: Readonly<Record<TemplateName, MailTemplate>> = {
  invitation,
  password_reset: passwordReset,
  second_factor_reset: secondFactorReset,
  budget_warning: budgetWarning,
};
