import type { RequestName } from './measured-requests.ts';

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
  /** Hours a month in which a user polls. */
  readonly hours: number;
}
