import type { RequestName } from './measured-requests.ts';
import { MONTH_DAYS } from './month.ts';

/** What users do, on average and the clock round. */
export interface Workload {
  readonly users: number;
  /** Whether screens ask for changes, or are told of them and list seldom. */
  readonly screens: 'polling' | 'connected';
  /** Of those that ask. */
  readonly pollSeconds: number;
  /** Which list they poll. */
  readonly poll: RequestName;
  readonly loginsPerDay: number;
  /** Alerts for each user, each raised, acknowledged and resolved once. */
  readonly alertsPerDay: number;
  /** Whether each change of an alert is told to a webhook. */
  readonly tellsWebhook: boolean;
  /** Hours a month in which a user polls. */
  readonly hours: number;
}

/** Alerts of a month. */
export function raised({ users, alertsPerDay }: Workload): number {
  return users * alertsPerDay * MONTH_DAYS;
}

/** An alert is raised, acknowledged and resolved. */
const CHANGES_OF_ALERT = 3;

export const changesOf = (alerts: number) => alerts * CHANGES_OF_ALERT;

/** Events that webhooks are told of so many alerts. */
export function deliveriesOf({ tellsWebhook }: Workload, alerts: number): number {
  return tellsWebhook ? changesOf(alerts) : 0;
}
