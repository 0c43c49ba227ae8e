import type { GuardedWrite } from '../table/commit.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert, DedupScope } from './alert.ts';
import type { EventIdentity, EventOutcome } from './reported-event.ts';

/** Who raises an alert and how, beside what it says. */
export interface RaiseContext extends ActionContext {
  readonly tenantId: string;
  readonly now: Date;
  /** Where the repetition of the same event must do nothing. */
  readonly once?: EventIdentity | undefined;
  /** Whether the client named the device and no site: the alert is raised where the device is when it is raised. */
  readonly followsDevice?: boolean | undefined;
  /** Whose dedup keys are meant: the site's, unless a key that is bound to the device raises it. */
  readonly dedupScope?: DedupScope | undefined;
  /** What else is written in the same transaction. */
  readonly alongside?: ((raised: RaiseResult) => readonly GuardedWrite[]) | undefined;
}

export interface RaiseResult {
  /** 201: a new alert. 200: one more occurrence of an open one. */
  readonly status: 200 | 201;
  readonly alert: Alert;
}

/** What became of an event that was reported before: nothing was done now. */
export interface ReplayResult {
  readonly status: 200 | 201;
  /** As it is now, if it is still there. */
  readonly replayed: Alert | undefined;
}

/** What is written beside an event that is done now: that it was, so that it does not happen twice. */
export type KeepEvent = (outcome: EventOutcome) => readonly GuardedWrite[];
