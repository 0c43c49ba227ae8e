import type { GuardClient } from '../../../client/index.ts';

export interface PasswordPageProps {
  /** The client, without a session. */
  readonly guard: GuardClient;
  readonly view: string;
  /** The token of the link in the mail; empty if it is unknown. */
  readonly token: string;
  /** The address of the person, if the link names it. */
  readonly email?: string;
  /** Signs the person in, and leaves the page. Throws if that needs more than the password. */
  readonly onSignIn: (email: string, password: string, isInvited: boolean) => Promise<void>;
}
