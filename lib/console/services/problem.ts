import { GuardError, type GuardErrorCode, type ResultError } from '../../client/index.ts';

const WORDS: Partial<Record<GuardErrorCode, string>> = {
  network_error: 'The service did not answer. Check your connection and try again.',
  deadline_exceeded: 'It took too long. It may have been done: check before you try again.',
  unexpected_answer: 'Something between you and the service answered in its place.',
  invalid_credentials: 'The e-mail or the password is wrong.',
  account_not_active: 'This account is not active. Ask your administrator.',
  password_login_disabled: 'This account cannot sign in with a password.',
  alert_already_resolved: 'Somebody has resolved this alert already.',
  not_reopenable: 'It can no longer be reopened.',
  dedup_key_taken: 'The same problem has been reported again, and is open as another alert.',
  forbidden: 'Your role may not do this.',
  not_found: 'It does not exist, or is outside your scope.',
  too_many_requests: 'Too many requests. Try again in a moment.',
};

/** The message for a failed call. */
export function problemText(error: unknown): string {
  if (!(error instanceof GuardError)) return 'Something went wrong on this page. Load it again.';
  if (error.code === 'too_many_requests' && error.retryAfterSeconds !== undefined) {
    return `Too many requests. Try again in ${error.retryAfterSeconds} s.`;
  }
  return resultErrorText(error);
}

/** The message for one failed alert of an action on several. */
export function resultErrorText({ code, message, errors }: ResultError | GuardError): string {
  const fields = Object.values(errors ?? {}).flat();
  return fields.length > 0 ? fields.join(' ') : ((WORDS as Record<string, string>)[code] ?? message);
}
