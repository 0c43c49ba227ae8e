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
  /** Whether a wrong zone or device is left out, with a warning. Otherwise it is an error. */
  readonly repairs?: boolean | undefined;
  /** Whether the client named a device without a site: the alert belongs to the device's current site. */
  readonly followsDevice?: boolean | undefined;
  /** The scope of the dedup key; by default the site. Device-bound keys use that of their device. */
  readonly dedupScope?: DedupScope | undefined;
  /**
   * Whether the device is known to have a `runaway_after`. The items that decide whether it is runaway are then read together
   * with the device.
   */
  readonly mayRunAway?: boolean | undefined;
  /**
   * Whether a later report of any type makes an acknowledged alert active again, as the alarm of a panel does; by default only
   * what a person reports. One that concerns lives always does (later-alarm.ts).
   */
  readonly isAlarm?: boolean | undefined;
  /** Reads when the area of the alarm was last opened or closed: a timestamp of the API. */
  readonly openedOrClosedAt?: (() => Promise<string | undefined>) | undefined;
  /**
   * Called, perhaps several times, as soon as the event is known to be valid and will be written, so that other work can
   * start early.
   */
  readonly onValid?: (() => void) | undefined;
  /** Further writes of the same transaction. */
  readonly alongside?: ((raised: RaiseResult) => readonly GuardedWrite[]) | undefined;
}

export interface RaiseResult {
  /** 201: a new alert. 200: an occurrence of an open alert. */
  readonly status: 200 | 201;
  readonly alert: Alert;
  /** The warnings of what was repaired: those of the context, and those about the event's site, zone, device and id. */
  readonly warnings?: readonly Warning[] | undefined;
}

/** Makes the writes that record the result of an event, so that a repetition of the event has no effect. */
export type KeepEvent = (outcome: EventOutcome) => readonly GuardedWrite[];
