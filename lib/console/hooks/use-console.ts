import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { GuardClient, User } from '../../client/index.ts';
import type { Screen } from '../state/screen.ts';
import type { ChangeScreen } from './use-screen.ts';

/** What every component of a signed-in person has at hand. */
export interface Console {
  /** The client, with the session of the person. */
  readonly guard: GuardClient;
  /** The person, with the role that they have now. */
  readonly user: User;
  readonly screen: Screen;
  readonly change: ChangeScreen;
  /** The tenant that a platform admin has chosen. */
  readonly tenantId: string | undefined;
  readonly tenantName: string | undefined;
}

const Context = createContext<Console | undefined>(undefined);

export const ConsoleProvider = Context.Provider;

/** Fails where nobody is signed in: pages before the sign-in get their client as a property. */
export function useConsole(): Console {
  const found = useContext(Context);
  if (!found) throw new Error('useConsole() was called outside of a <ConsoleProvider>: nobody is signed in.');
  return found;
}
