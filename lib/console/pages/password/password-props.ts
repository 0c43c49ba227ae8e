import type { GuardClient } from '../../../client/index.ts';

export interface PasswordPageProps {
  /** Without a session. */
  readonly guard: GuardClient;
  readonly view: string;
  /** Of the link in the mail; empty if it is unknown. */
  readonly token: string;
}
