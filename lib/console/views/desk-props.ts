import type { AlertsSnapshot, OpenAlert, Site, Viewer } from '../../client/index.ts';
import type { PageProps } from '../components/page-props.ts';
import type { Actions } from '../hooks/use-actions.ts';
import type { Polled } from '../hooks/use-polled.ts';
import type { KeptDetails } from '../services/kept-details.ts';
import type { Preferences } from '../services/preferences.ts';
import type { ActionResponses } from '../state/alerts.ts';

/** The properties of the alert desk. */
export interface DeskProps extends Omit<PageProps, 'now'> {
  readonly preferences: Preferences;
  readonly sites: Polled<readonly Site[]>;
  readonly snapshot: AlertsSnapshot | undefined;
  /** Whether single-character keys are on. */
  readonly areShortcutsOn: boolean;
  readonly turnShortcuts: (areOn: boolean) => void;
  readonly actions: Actions;
  /** The responses to actions of this screen that may be newer than `alerts`. */
  readonly responses: ActionResponses;
  readonly openAlert: OpenAlert;
  /** The people who have the open alert open. */
  readonly viewed: { readonly alertId: string; readonly people: readonly Viewer[] } | undefined;
  readonly details: KeptDetails;
}
