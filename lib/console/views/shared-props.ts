import type { Alert, AlertsSnapshot, GuardClient, Site, User } from '../../client/index.ts';
import type { Actions } from '../hooks/use-actions.ts';
import type { Polled } from '../hooks/use-polled.ts';
import type { ChangeScreen } from '../hooks/use-screen.ts';
import type { OwnAnswers } from '../state/alerts.ts';
import type { Screen } from '../state/screen.ts';

/** What the views of a tenant share. */
export interface SharedProps {
  readonly guard: GuardClient;
  readonly user: User;
  readonly screen: Screen;
  readonly change: ChangeScreen;
  readonly sites: Polled<readonly Site[]>;
  /** All that are open. */
  readonly alerts: readonly Alert[];
  readonly snapshot: AlertsSnapshot | undefined;
  /** Whether there are more than `alerts` holds. */
  readonly isCapped: boolean;
  readonly now: number;
  readonly tenantId: string | undefined;
  /** What platform admins see of the tenant that they act in. */
  readonly tenantName: string | undefined;
  /** Whether single keys act. */
  readonly areKeysOn: boolean;
}

export interface AlertsViewProps extends SharedProps {
  readonly actions: Actions;
  readonly turnKeys: (areOn: boolean) => void;
  /** What the service answered to actions of this screen, where that may be ahead of `alerts`. */
  readonly answers: OwnAnswers;
}
