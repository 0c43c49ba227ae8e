import type { Alert, GuardClient, User, WatchConnection } from '../../client/index.ts';
import type { RunningTests } from '../hooks/use-running-tests.ts';
import type { ChangeScreen } from '../hooks/use-screen.ts';
import type { Screen } from '../state/screen.ts';

/** The properties of every page. */
export interface PageProps {
  /** The title in the navigation. */
  readonly title: string;
  readonly guard: GuardClient;
  readonly user: User;
  readonly screen: Screen;
  readonly change: ChangeScreen;
  /** The time of the service. */
  readonly now: number;
  /** The tenant that a platform admin has chosen. */
  readonly tenantId: string | undefined;
  readonly tenantName: string | undefined;
  readonly tests: RunningTests;
  /** How the console receives changes of `alerts`; undefined until it has read them. */
  readonly connection: WatchConnection | undefined;
  /** All open alerts, which the console follows on each page. */
  readonly alerts: readonly Alert[];
  /** Whether more alerts are open than `alerts` contains. */
  readonly isCapped: boolean;
}
