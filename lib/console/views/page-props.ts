import type { Alert, AlertsSnapshot, GuardClient, Site, User } from '../../client/index.ts';
import type { Actions } from '../hooks/use-actions.ts';
import type { Polled } from '../hooks/use-polled.ts';
import type { ChangeScreen } from '../hooks/use-screen.ts';
import type { ActionResponses } from '../state/alerts.ts';
import type { Screen } from '../state/screen.ts';

/** What every page of a tenant gets. */
export interface PageProps {
  readonly guard: GuardClient;
  readonly user: User;
  readonly screen: Screen;
  readonly change: ChangeScreen;
  readonly sites: Polled<readonly Site[]>;
  /** All open alerts. */
  readonly alerts: readonly Alert[];
  readonly snapshot: AlertsSnapshot | undefined;
  /** Whether more alerts are open than `alerts` contains. */
  readonly isCapped: boolean;
  /** The time of the service. */
  readonly now: number;
  readonly tenantId: string | undefined;
  /** The name of the tenant that a platform admin has chosen. */
  readonly tenantName: string | undefined;
  /** Whether single-character keys are on. */
  readonly areKeysOn: boolean;
  readonly turnKeys: (areOn: boolean) => void;
  readonly actions: Actions;
  /** The responses to actions of this screen that may be newer than `alerts`. */
  readonly responses: ActionResponses;
}
