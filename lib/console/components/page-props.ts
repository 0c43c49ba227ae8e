import type { Alert, WatchConnection } from '../../client/index.ts';
import type { RunningTests } from '../hooks/use-running-tests.ts';

/** The properties of every page. What is the same everywhere in the console comes from `useConsole()`. */
export interface PageProps {
  /** The title in the navigation. */
  readonly title: string;
  /** The time of the service. */
  readonly now: number;
  readonly tests: RunningTests;
  /** How the console receives changes of `alerts`; undefined until it has read them. */
  readonly connection: WatchConnection | undefined;
  /** All open alerts, which the console follows on each page. */
  readonly alerts: readonly Alert[];
  /** Whether more alerts are open than `alerts` contains. */
  readonly isCapped: boolean;
}
