import { GuardError, type ResultError } from '../../client/index.ts';
import { desk } from '../texts/desk.ts';

const messages: Readonly<Record<string, string>> = desk.problems;

/** The message for a failed call. */
export function problemText(error: unknown): string {
  if (!(error instanceof GuardError)) return desk.pageFailed;
  if (error.code === 'too_many_requests' && error.retryAfterSeconds !== undefined) {
    return desk.tryAgainIn(error.retryAfterSeconds);
  }
  return resultErrorText(error);
}

/** The message for one failed alert of an action on several. */
export function resultErrorText({ code, message, errors }: ResultError | GuardError): string {
  // Its errors are for the dialog that asks whether to resolve nevertheless.
  const fields = code === 'plan_incomplete' ? [] : Object.values(errors ?? {}).flat();
  return fields.length > 0 ? fields.join(' ') : (messages[code] ?? message);
}
