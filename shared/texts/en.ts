import type { AlertSeverity } from '../base/severities.ts';

interface MailTexts {
  readonly subject: string;
  readonly text: string;
}

/** A mail with a code, or with a link, that Guard adds. */
type Mail = (added: string) => MailTexts;

/** The texts in one language. Each `…Sms` stays within the alphabet of GSM once its accents are dropped. */
export interface Texts {
  /** The locale of times. */
  readonly locale: string;
  /** The separator between a severity and the type of its alert. */
  readonly afterSeverity: string;
  readonly severities: Readonly<Record<AlertSeverity, string>>;
  /** What happened to an alert, right before its severity. */
  readonly alert: {
    readonly severity_raised: string;
    readonly reactivated: string;
    readonly reminded: string;
    readonly escalated: string;
    readonly acknowledged: string;
    readonly resolved: string;
    readonly reopened: string;
  };
  readonly device: { readonly offline: string; readonly online: string };
  readonly test: { readonly started: string; readonly ending: string; readonly ended: string };
  /** What a message about a drill begins with, and what an e-mail about one says besides. */
  readonly drill: { readonly begins: string; readonly email: string };
  /** Between what happened and where, with spaces. */
  readonly at: string;
  /** A site whose name cannot be shown. */
  readonly aSite: string;
  readonly aDeletedSite: string;
  readonly summary: {
    readonly alerts: (count: number, severity: string) => string;
    readonly events: (count: number) => string;
    readonly others: (count: number) => string;
    readonly reminders: (count: number, worst: string) => string;
    readonly andMore: (count: number) => string;
    readonly moreFollow: string;
    readonly fewer: string;
  };
  readonly code: { readonly email: Mail; readonly sms: Mail };
  readonly channelTest: { readonly subject: string; readonly email: string; readonly push: string };
  readonly mails: {
    readonly invitation: (link: string, company: string) => MailTexts;
    readonly passwordReset: Mail;
    readonly passwordChanged: Mail;
    readonly secondFactorReset: Mail;
    readonly budgetWarning: Readonly<Record<'sms' | 'email', Mail>>;
  };
}

const budgetWarning =
  (what: string): Mail =>
  (consoleUrl) => ({
    subject: `Guard has sent most ${what} of today`,
    text: `Guard has sent 70 % of the ${what} that your tenant may send today (UTC).

The last tenth is kept for critical alerts. Beyond the limit, Guard reaches people by other channels only.

The alerts of today show what uses them up. Account shows the limit, which the administrator of the installation may raise:
${consoleUrl}
`,
  });

export const en: Texts = {
  locale: 'en-GB',
  afterSeverity: ' ',
  severities: { info: 'INFO', low: 'LOW', medium: 'MEDIUM', high: 'HIGH', critical: 'CRITICAL' },
  alert: {
    severity_raised: 'Now ',
    reactivated: 'Again: ',
    reminded: 'Still open: ',
    escalated: 'Escalated: ',
    acknowledged: 'Acknowledged: ',
    resolved: 'Resolved: ',
    reopened: 'Reopened: ',
  },
  device: { offline: 'Device offline', online: 'Device online again' },
  test: { started: 'Test started', ending: 'Test ends in 10 minutes', ended: 'Test ended' },
  drill: { begins: 'DRILL: ', email: 'This is a drill: nothing has happened.' },
  at: ' at ',
  aSite: 'a site',
  aDeletedSite: 'a deleted site',
  summary: {
    alerts: (count, severity) => `${count} more ${severity} ${count === 1 ? 'alert' : 'alerts'}`,
    events: (count) => `${count} more ${count === 1 ? 'event' : 'events'}`,
    others: (count) => `${count} ${count === 1 ? 'other' : 'others'}`,
    reminders: (count, worst) =>
      count === 1
        ? `Acknowledged, but still open: ${worst}`
        : `${count} acknowledged alerts are still open, worst: ${worst}`,
    andMore: (count) => `and ${count} more`,
    moreFollow: 'More follow.',
    fewer: 'Guard sends fewer messages for now.',
  },
  code: {
    email: (code) => ({
      subject: 'Your code for Guard',
      text: `Somebody added this address to their Guard account, to be notified of alarms.

If it was you, enter this code within 10 minutes:
${code}

If it was not you, ignore this mail: without the code, Guard sends no notifications to this address.
`,
    }),
    sms: (code) => ({
      subject: 'Your code for Guard',
      text: `Guard code: ${code}. Valid 10 minutes. Do not share it.`,
    }),
  },
  channelTest: {
    subject: 'Test message from Guard',
    email: 'Guard reaches you at this address.',
    push: 'Guard reaches you in this browser.',
  },
  mails: {
    invitation: (link, company) => ({
      subject: `${company}: your invitation to Guard`,
      text: `${company} invites you to Guard, which monitors its guarded premises. An account for this address exists.

Set your password within 72 hours by this link, which works once:
${link}

If you did not expect this, ignore this mail: without a password, nobody can sign in to the account.
`,
    }),
    passwordReset: (link) => ({
      subject: 'Set a new password for Guard',
      text: `Somebody asked for a new password for your Guard account.

If it was you, set it within 30 minutes by this link, which works once:
${link}

If it was not you, ignore this mail: your password stays as it is.
`,
    }),
    passwordChanged: (consoleUrl) => ({
      subject: 'Your Guard account has a new password',
      text: `Somebody set a new password for your Guard account, which ended the other sessions of the account.

If this was neither you nor your administrator, set another password by “Forgot your password?”, and contact your administrator:
${consoleUrl}
`,
    }),
    secondFactorReset: (consoleUrl) => ({
      subject: 'Your second factor for Guard was reset',
      text: `An administrator removed the second factor of your Guard account and ended your sessions.

You can sign in with your password, and set up a new second factor under Account:
${consoleUrl}

If you did not expect this, contact your administrator, and change your password.
`,
    }),
    budgetWarning: { sms: budgetWarning('SMS'), email: budgetWarning('mails') },
  },
};
