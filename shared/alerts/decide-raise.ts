import type { RecordedActor } from '../base/actor.ts';
import { laterThan } from '../base/time.ts';
import { type Alert, type DedupScope, isHigher, type StoredAlert } from './alert.ts';
import type { RaisedInput } from './alert-input.ts';
import { choosePlan, type PinnedPlan, type PlanRule } from './choose-plan.ts';
import { newAlert, onTest } from './create-alert.ts';
import type { Claim } from './dedup-key.ts';
import { type PendingSteps, stepsFrom } from './escalation-steps.ts';
import { withRest } from './history.ts';
import {
  type Acknowledgement,
  type HeardReports,
  hearing,
  type LaterAlarm,
  laterAlarm,
  reactivates,
  withReactivation,
} from './later-alarm.ts';
import type { AlertPlanState } from './pinned-plan.ts';
import type { RaiseContext } from './raise-context.ts';
import type { RaiseFacts } from './raise-facts.ts';
import { reminderTimer } from './reminder.ts';
import { ruleOnRunaway, type TallyChange } from './runaway.ts';
import { changeAlert, NOT_ACKNOWLEDGED } from './transition.ts';

/** The alert that a report concerns: an alert with the report's dedup key, or the runaway alert of its device. */
export interface Subject {
  /** The report in the form in which the alert shows it. */
  readonly input: RaisedInput;
  readonly actor: RecordedActor;
  readonly dedupScope: DedupScope;
  /** The claim that the open alert holds; `undefined` if no such alert is open. */
  readonly claim: Claim | undefined;
  /** Whether the claim belongs to trouble reported on test that surfaces now. */
  readonly isSurfacing: boolean;
  /** The resolved or deleted alert that still holds the claim. */
  readonly abandoned: string | undefined;
  /** How the report changes the tally of its device. */
  readonly tallyChange: TallyChange | undefined;
}

type Reporting = Pick<RaiseContext, 'actor' | 'at' | 'now' | 'newId' | 'dedupScope' | 'isAlarm' | 'once'>;

/** A report as a later alarm of its alert. What a person raises is heard again as the alarm of a panel is. */
export function laterAlarmOf(
  said: RaisedInput,
  { actor, now, isAlarm, once }: Pick<Reporting, 'actor' | 'now' | 'isAlarm' | 'once'>,
): LaterAlarm {
  return laterAlarm(said, { now, isAlarm: isAlarm ?? actor.kind === 'user', hasId: once !== undefined });
}

/** The acknowledgement that covers an alert; `undefined` if the alert is active or resolved. */
export function acknowledgementOf(
  { entity: { status, acknowledged_at, restored_at, cancelled } }: StoredAlert,
  { open: { heard, reactivations } }: Claim,
): Acknowledgement | undefined {
  if (status !== 'acknowledged' || acknowledged_at === null) return undefined;
  const isRestored = restored_at !== undefined || cancelled !== undefined;
  return { acknowledgedAt: acknowledged_at, isRestored, heard, reactivations };
}

/**
 * Chooses the alert that a report concerns. A report that would raise an alert may become an occurrence of its device's
 * runaway alert instead, unless it is on test or surfaces the trouble of a test. `isAbandoned` returns whether the alert that
 * holds a claim is closed.
 */
export function chooseSubject(
  { own, test, runaway }: RaiseFacts,
  input: RaisedInput,
  { actor, now, dedupScope = 'site' }: Reporting,
  isAbandoned: (claim: Claim) => boolean,
): Subject {
  const isSurfacing = !test && own?.open.testId !== undefined;
  const abandoned = own && isAbandoned(own) ? own.open.alertId : undefined;
  const ordinary = { input, actor, dedupScope, claim: own, isSurfacing, abandoned, tallyChange: undefined };
  const isNew = !test && !isSurfacing && (!own || abandoned !== undefined);
  if (!isNew || !runaway) return ordinary;
  const { runaway: held, change } = ruleOnRunaway(runaway, input, now);
  if (!held) return { ...ordinary, tallyChange: change };
  const { claim } = held;
  const left = claim && isAbandoned(claim) ? claim.open.alertId : undefined;
  return { ...held, isSurfacing: false, abandoned: left, tallyChange: change };
}

/** The outcome of a report. */
export type RaiseDecision =
  | { readonly kind: 'create'; readonly creation: Creation }
  | {
      readonly kind: 'count';
      readonly stored: StoredAlert;
      readonly text: string | undefined;
      readonly hearing: HeardReports;
    }
  | { readonly kind: 'rise'; readonly rise: Rise };

/** A new alert and what is stored with it. */
export interface Creation {
  readonly alert: Alert;
  readonly pending: PendingSteps;
  /** Its action plan; `undefined` for an alert without one. */
  readonly plan: PinnedPlan | undefined;
  /** What the claim of its dedup key remembers about the report. */
  readonly hearing: HeardReports;
}

/**
 * A rise: an open alert gets a higher severity than before, is active again by a later alarm, or its cause is back after it was
 * over.
 */
export interface Rise {
  /** The action of its history entry. Nobody is notified of an ordinary occurrence. */
  readonly action: 'severity_raised' | 'reactivated' | 'reoccurred';
  readonly stored: StoredAlert;
  /** The alert after its history has recorded the messages of its occurrences that differ from its own. */
  readonly noted: Alert;
  readonly alert: Alert;
  readonly pending: PendingSteps;
  readonly planState: AlertPlanState;
  /** What the claim remembers about the report. */
  readonly hearing: HeardReports;
}

/**
 * Decides the outcome of a report by the alert that holds its claim: a new alert, an occurrence of the open alert, or an
 * occurrence that raises the severity of the open alert, makes it active again, or follows its restore. `openedOrClosedAt` is
 * needed only if `dependsOnOpening`.
 */
export function decideRaise(
  { input, claim, isSurfacing, abandoned, actor }: Subject,
  stored: StoredAlert | undefined,
  facts: RaiseFacts,
  {
    said,
    openedOrClosedAt,
    ...reporting
  }: Reporting & {
    readonly said: RaisedInput;
    readonly openedOrClosedAt?: string | undefined;
  },
): RaiseDecision {
  const { at, newId } = reporting;
  const alarm = laterAlarmOf(said, reporting);
  if (!claim || isSurfacing || abandoned !== undefined || !stored) {
    const created = newAlert(newId(at), facts.origin, input, { actor, at });
    const alert = facts.test ? onTest(created, facts.test.id) : created;
    const pending = stepsFrom(alert, facts.escalation, alert.created_at);
    const plan = facts.test ? undefined : choosePlan(facts.plans(), alert);
    return { kind: 'create', creation: { alert, pending, plan, hearing: hearing(alarm, {}) } };
  }
  const { status, restored_at, cancelled } = stored.entity;
  const isOver = restored_at !== undefined || cancelled !== undefined;
  const isOpen = status !== 'resolved';
  const isWorse = isHigher(input.severity, claim.open.severity);
  const acknowledgement = acknowledgementOf(stored, claim);
  const isAgain =
    acknowledgement !== undefined && reactivates(alarm, { ...acknowledgement, openedOrClosedAt });
  const heard = hearing(alarm, claim.open);
  if (!isWorse && !isAgain && !(isOver && isOpen)) {
    return { kind: 'count', stored, text: newText(said.message, stored.entity, claim), hearing: heard };
  }
  const action = isWorse && isOpen ? 'severity_raised' : isAgain ? 'reactivated' : 'reoccurred';
  const reactivations = isAgain ? withReactivation(alarm, claim.open) : undefined;
  return {
    kind: 'rise',
    rise: {
      ...riseOf(stored, claim, input, { ...facts, at, isActive: action !== 'reoccurred' }),
      stored,
      action,
      hearing: { ...heard, ...(reactivations ? { reactivations } : {}) },
    },
  };
}

/** How many differing messages one history entry of occurrences holds, and their total length. */
const MOST_TEXTS = 10;
const LONGEST_TEXTS = 4_000;

/** The message of an occurrence, if neither the alert nor its history has this text yet. */
function newText(message: string, alert: Alert, { open: { texts = [] } }: Claim): string | undefined {
  if (message === alert.message || texts.includes(message)) return undefined;
  const length = texts.reduce((sum, text) => sum + text.length, message.length);
  return texts.length < MOST_TEXTS && length <= LONGEST_TEXTS ? message : undefined;
}

/**
 * Gives an alert the severity and message of a report with a higher severity. An acknowledged alert becomes active again if
 * `isActive`; a parked one is in the queue again in any case. The escalation and the action plan of the severity replace the former ones, unless the severity has none. A test
 * alert stays resolved.
 */
function riseOf(
  stored: StoredAlert,
  { open }: Claim,
  { severity, message, type, reported_type = type }: Subject['input'],
  {
    escalation,
    plans,
    at: now,
    isActive,
  }: Pick<RaiseFacts, 'escalation' | 'plans'> & Pick<Reporting, 'at'> & { readonly isActive: boolean },
): Pick<Rise, 'noted' | 'alert' | 'pending' | 'planState'> {
  const { pending, planState, reminding = {} } = stored;
  const noted = withRest(stored.entity, open, now);
  const { reported_type: former, restored_at: _, cancelled: __, parked, ...before } = noted;
  const isWorse = isHigher(severity, before.severity);
  const worst = isWorse ? reported_type : (former ?? before.type);
  const worse = {
    ...(isWorse ? { severity, message } : {}),
    ...(worst === before.type ? {} : { reported_type: worst }),
  };
  const isOpen = before.status !== 'resolved';
  const isAcknowledged = before.status === 'acknowledged' && isActive;
  const at = laterThan(before.updated_at, now);
  const alert = changeAlert(before, { ...worse, ...(isAcknowledged ? NOT_ACKNOWLEDGED : {}) }, at);
  // An alert that was acknowledged has no steps; without new ones it keeps those that it has.
  const restarts = isAcknowledged || (isOpen && isWorse && escalation[alert.severity]);
  const plan = isOpen ? planOfRise(plans(), planState.plan, noted, alert) : planState.plan;
  return {
    noted,
    alert,
    pending: restarts
      ? stepsFrom(alert, escalation, now)
      : parked
        ? reminderTimer(alert, reminding)
        : pending,
    planState: plan === planState.plan ? planState : { plan, steps: [] },
  };
}

/**
 * The plan after a rise. It is replaced only if the higher severity leads to another plan, because the pinned plan may have
 * outcomes of steps.
 */
function planOfRise(
  plans: readonly PlanRule[],
  pinned: PinnedPlan | undefined,
  before: Alert,
  after: Alert,
): PinnedPlan | undefined {
  const chosen = choosePlan(plans, after);
  const isSame = chosen === undefined || chosen.id === pinned?.id;
  if (isSame || (pinned && choosePlan(plans, before)?.id === chosen.id)) return pinned;
  return chosen;
}
