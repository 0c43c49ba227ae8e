/**
 * The outcomes of a message of the mail queue: sent, sent before, refused by its template or for its user, beyond the limit
 * of its address, suppressed, or failed. A failed mail is repeated.
 */
export const MAIL_OUTCOMES = ['sent', 'repeated', 'refused', 'limited', 'suppressed', 'failed'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
