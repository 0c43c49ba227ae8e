import type { GuardClient } from '../../../client/index.ts';

export interface PasswordPageProps {
  /** The client, without a session. */
  readonly guard: GuardClient;
  readonly view: string;
  /** The token of the link in the mail; empty if it is unknown. */
  readonly token: string;
}
