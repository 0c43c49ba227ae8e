import type { RandomBytes } from '../base/ids.ts';
import type { Table } from '../table/table.ts';
import { textsIn } from '../texts/texts.ts';
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

/** The texts of mails to a person, in their language. */
export const textsTo = ({ account }: Pick<Recipient, 'account'>) => textsIn(account.language).mails;
