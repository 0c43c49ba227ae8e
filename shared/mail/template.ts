import type { RandomBytes } from '../base/ids.ts';
import type { Table } from '../table/table.ts';
import type { MailMessage, Recipient } from './mail-message.ts';

interface TemplateContext {
  readonly table: Table;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** The URL of the stage for clients, without a slash at the end. Links begin with it. */
  readonly publicUrl: string;
  readonly message: MailMessage;
  /** An active user of an active tenant. */
  readonly recipient: Recipient;
}

/** Plain text: it contains nothing that a mail program executes or loads. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Why a template refuses to write a mail to a user, for the log. */
interface MailRefusal {
  readonly refused: string;
}

/**
 * Writes a mail, and stores the item that its link needs. It is called after limits and suppression were checked, right
 * before the mail is sent; and again for a mail that was not sent, or may not have been.
 */
export type MailTemplate = (context: TemplateContext) => Promise<MailText | MailRefusal>;

/**
 * The texts of mail. They are in English, because Guard does not know the language of tenants and users. They contain nothing
 * that users wrote, so that nobody can send their own words to a stranger.
 */
export const MAIL_TEXTS = {
  invitation: (link: string) => ({
    subject: 'Your invitation to Guard',
    text: `An administrator created a Guard account for this address. Guard monitors guarded premises.

Set your password within 72 hours by this link, which works once:
${link}

If you did not expect this, ignore this mail: without a password, nobody can sign in to the account.
`,
  }),
  passwordReset: (link: string) => ({
    subject: 'Set a new password for Guard',
    text: `Somebody asked for a new password for your Guard account.

If it was you, set it within 30 minutes by this link, which works once:
${link}

If it was not you, ignore this mail: your password stays as it is.
`,
  }),
  passwordChanged: (consoleUrl: string) => ({
    subject: 'Your Guard account has a new password',
    text: `Somebody set a new password for your Guard account, which ended the other sessions of the account.

If this was neither you nor your administrator, set another password by “Forgot password”, and contact your administrator:
${consoleUrl}
`,
  }),
  secondFactorReset: (consoleUrl: string) => ({
    subject: 'Your second factor for Guard was reset',
    text: `An administrator removed the second factor of your Guard account and ended your sessions.

You can sign in with your password, and set up a new second factor under Account:
${consoleUrl}

If you did not expect this, contact your administrator, and change your password.
`,
  }),
  budgetWarning: ({ budget, consoleUrl }: { budget: 'sms' | 'email'; consoleUrl: string }) => ({
    subject: budget === 'sms' ? 'Guard has sent most SMS of today' : 'Guard has sent most mails of today',
    text: `Guard has sent 70 % of the ${budget === 'sms' ? 'SMS' : 'mails'} that your tenant may send today (UTC).

The last tenth is kept for critical alerts. Beyond the limit, Guard reaches people by other channels only.

The alerts of today show what uses them up. Account shows the limit, which the administrator of the installation may raise:
${consoleUrl}
`,
  }),
} as const;
