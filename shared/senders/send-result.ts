import type { SendResult } from './sender.ts';

export const SENT: SendResult = { outcome: 'sent' };

/** The message was certainly not sent, and a repetition would not be. */
export const refusedForGood = (reason: string): SendResult => ({ outcome: 'refused', reason, isFinal: true });

/** The message was certainly not sent; a repetition may be. */
export const refusedForNow = (reason: string): SendResult => ({ outcome: 'refused', reason, isFinal: false });

export const unknown = (reason: string): SendResult => ({ outcome: 'unknown', reason });

/** After these errors no connection existed, so nobody can have received the message. */
const NOT_CONNECTED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** The result if there was no answer, by the code of the error. */
export const withoutAnswer = (code: unknown): SendResult =>
  typeof code === 'string' && NOT_CONNECTED.includes(code)
    ? refusedForNow('not_connected')
    : unknown('no_answer');
