import type { RecordedActor } from '../base/actor.ts';
import { newId, type RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import type { AlertSeverity, Resolution } from './alert.ts';
import type { Warning } from './warning.ts';

/** The time of an action, and a function that makes its ids. */
export interface ActionTime {
  /** A timestamp of the API. */
  readonly at: string;
  /** Makes an id that sorts by the given timestamp. */
  readonly newId: (at: string) => string;
}

/** The actor and the time of a change of an alert. */
export interface ActionContext extends ActionTime {
  readonly actor: RecordedActor;
  /** What Guard repaired in the report. It becomes a part of the change's history entries. */
  readonly warnings?: readonly Warning[] | undefined;
}

/** An action on an alert, with the optional fields of its request. */
export interface AlertActionContext extends ActionContext {
  readonly note?: string | undefined;
  /** The resolution of the alert; only for a resolve. */
  readonly resolution?: Resolution | undefined;
  /** The severity of the alert when the actor saw it. */
  readonly severity?: AlertSeverity | undefined;
  /** `alertRetentionDays` of the stage, with which a resolve sets the expiry time at once; without it, a timer does. */
  readonly retentionDays?: number | undefined;
  /** Whether a person resolves the alert although required steps of its plan have no outcome. */
  readonly override_plan?: boolean | undefined;
}

export function actionTime(now: Date, randomBytes: RandomBytes): ActionTime {
  return { at: formatTimestamp(now), newId: (at) => newId(new Date(at), randomBytes) };
}
