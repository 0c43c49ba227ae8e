import type { GuardedWrite } from '../table/commit.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert, DedupScope } from './alert.ts';
import type { EventIdentity, EventOutcome } from './reported-event.ts';
import type { Warning } from './warning.ts';

export interface RaiseContext extends ActionContext {
  readonly tenantId: string;
  readonly now: Date;
  /** Identifies an event, so that repeating it has no effect. */
  readonly once?: EventIdentity | undefined;
  /** Whether a wrong zone or device is left out with a warning. Otherwise it is an error. */
  readonly repairs?: boolean | undefined;
  /** Whether the client named a device without a site: the alert belongs to the device's current site. */
  readonly followsDevice?: boolean | undefined;
  /** The scope of the dedup key; by default the site. Device-bound keys use that of their device. */
  readonly dedupScope?: DedupScope | undefined;
  /** Whether the device is known to have a `runaway_after`: what decides on it is then read together with the device. */
  readonly mayRunAway?: boolean | undefined;
  /**
   * Is called, perhaps several times, when the event is valid and is going to be written, so that other work can start
   * early.
   */
  readonly onValid?: (() => void) | undefined;
  /** Further writes of the same transaction. */
  readonly alongside?: ((raised: RaiseResult) => readonly GuardedWrite[]) | undefined;
}

export interface RaiseResult {
  /** 201: a new alert. 200: an occurrence of an open alert. */
  readonly status: 200 | 201;
  readonly alert: Alert;
  /** What was repaired: the warnings of the context, and those of its place and id. */
  readonly warnings?: readonly Warning[] | undefined;
}

/** The writes that record the result of an event, so that it does not happen twice. */
export type KeepEvent = (outcome: EventOutcome) => readonly GuardedWrite[];
