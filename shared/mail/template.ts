import type { RandomBytes } from '../ids.ts';
import type { Table } from '../table/table.ts';
import type { MailMessage } from './mail-message.ts';
import type { Recipient } from './recipient.ts';

export interface TemplateContext {
  readonly table: Table;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** The stage's URL for clients, without a slash at the end: links begin with it. */
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

/** Why a template writes no mail to a user, for the log. */
export interface MailRefusal {
  readonly refused: string;
}

/**
 * Writes a mail, and the item that its link needs. It runs after limits and suppression were checked, right before the mail is
 * sent, and again for a mail that was not sent or may not have been.
 */
export type MailTemplate = (context: TemplateContext) => Promise<MailText | MailRefusal>;
