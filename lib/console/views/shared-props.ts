import type { Alert, AlertsSnapshot, GuardClient, User } from '../../client/index.ts';
import type { ChangeScreen } from '../hooks/use-screen.ts';
import type { Screen } from '../state/screen.ts';

/** What the views of a tenant share. */
export interface SharedProps {
  readonly guard: GuardClient;
  readonly user: User;
  readonly screen: Screen;
  readonly change: ChangeScreen;
  /** All that are open. */
  readonly alerts: readonly Alert[];
  readonly snapshot: AlertsSnapshot | undefined;
  readonly now: number;
  readonly tenantId: string | undefined;
}

export interface AlertsViewProps extends SharedProps {
  /** Shows what an action answered. */
  readonly show: (alert: Alert) => void;
}
