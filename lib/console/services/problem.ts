import { GuardError, type GuardErrorCode, type ResultError } from '../../client/index.ts';

const WORDS: Partial<Record<GuardErrorCode, string>> = {
  network_error: 'The service did not answer. Look at your connection and try again.',
  deadline_exceeded: 'It took too long. It may have been done: look before you try again.',
  unexpected_answer: 'Something between you and the service answered in its place.',
  invalid_credentials: 'The e-mail or the password is wrong.',
  account_not_active: 'This account is not active. Ask whoever manages your accounts.',
  password_login_disabled: 'This account cannot sign in with a password.',
  alert_already_resolved: 'Somebody has resolved this alert already.',
  not_reopenable: 'It can no longer be reopened.',
  dedup_key_taken: 'The same thing was reported again since, and is open as another alert.',
  forbidden: 'Your profile may not do this.',
  not_found: 'It is not there, or not within your reach.',
  too_many_requests: 'Too many requests. Try again in a moment.',
};

/** What a person reads of a call that failed. */
export function problemText(error: unknown): string {
  if (!(error instanceof GuardError)) return 'Something went wrong on this page. Load it again.';
  if (error.code === 'too_many_requests' && error.retryAfterSeconds !== undefined) {
    return `Too many requests. Try again in ${error.retryAfterSeconds} s.`;
  }
  return resultErrorText(error);
}

/** What a person reads of one alert of several that an action failed on. */
export function resultErrorText({ code, message, errors }: ResultError | GuardError): string {
  const fields = Object.values(errors ?? {}).flat();
  return fields.length > 0 ? fields.join(' ') : ((WORDS as Record<string, string>)[code] ?? message);
}
