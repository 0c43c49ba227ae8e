import {
  type Dispatch,
  type StateUpdater,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks';
import type { Alert, GuardClient, Resolution } from '../../client/index.ts';
import { type ActionReport, reportOf } from '../services/action-report.ts';
import { problemText } from '../services/problem.ts';
import { type SentAction, sendAction } from '../services/send-action.ts';
import { ownedBy, takenFrom } from '../state/alerts.ts';
import { type Failure, missingSteps } from '../state/batches.ts';
import type { Drafts } from '../state/drafts.ts';
import type { Unsent } from '../state/unsent.ts';
import { messageOf, resolutionLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { useActionHold } from './use-action-hold.ts';
import { isUnanswered, useUnsent } from './use-unsent.ts';

/** Alerts to acknowledge or to resolve together. */
interface Press {
  readonly action: SentAction['action'];
  readonly alerts: readonly Alert[];
  /** How many of them are critical, and neither acknowledged nor opened by this person. */
  readonly unopened?: number | undefined;
  /** Called when it is done for all of them. */
  readonly onDone?: (() => void) | undefined;
  /** What failed so far, and the outcome of the others. */
  readonly tried?: { readonly failures: readonly Failure[]; readonly resolution: Resolution | undefined };
}

/** A press that asks before it acts, or about what failed. */
export interface Asked extends Press {
  /** Whether it is the alert that is open, which asks by itself. */
  readonly isInPlace: boolean;
}

interface Attempt extends Pick<SentAction, 'resolution' | 'override_plan'> {
  /** Some of the alerts, in the versions that the person sees; all of them by default. */
  readonly alerts?: readonly Alert[];
}

export interface Actions {
  /** Whether no action can start now: one is running, or started less than a second ago. */
  readonly isHeld: boolean;
  readonly hold: (milliseconds: number) => void;
  /** Each action resolves to whether all of it was done; `false` also if it was on hold. */
  readonly acknowledge: (alerts: readonly Alert[]) => Promise<boolean>;
  readonly resolve: (
    alerts: readonly Alert[],
    resolution: Resolution,
    onDone?: () => void,
  ) => Promise<boolean>;
  /** Acts on all or some alerts of a press. The dialog stays open, or opens, for what a person may decide about. */
  readonly attempt: (press: Press, how: Attempt) => Promise<boolean>;
  readonly addNote: (alert: Alert) => Promise<boolean>;
  /** Takes over an alert that somebody else has. */
  readonly takeOver: (alert: Alert) => Promise<boolean>;
  /** Parks an acknowledged alert. */
  readonly park: (
    alert: Alert,
    parking: { readonly until: Date; readonly untilText: string; readonly reason: string },
  ) => Promise<boolean>;
  /** Brings a parked alert back. */
  readonly unpark: (alert: Alert) => Promise<boolean>;
  /** The alert that is asked until when to park it. */
  readonly parking: string | undefined;
  readonly askPark: (alertId: string | undefined) => void;
  /** Reopens an alert with the note of its draft. */
  readonly reopen: (alert: Alert) => Promise<boolean>;
  /** Undoes a resolve. */
  readonly undo: (alerts: readonly Alert[]) => Promise<boolean>;
  /** Says what will happen, asks for the outcome of a resolve, and then acts. */
  readonly ask: (
    alerts: readonly Alert[],
    onDone?: () => void,
    action?: Press['action'],
    unopened?: number,
  ) => void;
  readonly asked: Asked | undefined;
  /** Does another action, on the same terms. `about` names what is done to what; a failure names the alert. */
  readonly perform: (
    running: string,
    action: () => Promise<ActionReport>,
    about?: string,
    alert?: Alert,
  ) => Promise<boolean>;
  readonly stopAsking: () => void;
  readonly report: ActionReport | undefined;
  readonly dismiss: () => void;
  readonly drafts: Drafts;
  /** The acknowledgements that wait for a connection, by the ids of their alerts. */
  readonly unsent: ReadonlyMap<string, Unsent>;
}

/** The draft of the note for alerts. That of several alerts is only for the same ones again. */
export function draftOf(alerts: readonly Alert[]): string {
  return alerts.map(({ id }) => id).join(' ');
}

/** The times for which the reports of actions are shown. A failure takes longer to read, and may come while nobody looks. */
const REPORT_MS = { done: 10_000, failed: 60_000 };

interface ActionsOptions {
  readonly guard: GuardClient;
  readonly userId: string;
  readonly show: (alert: Alert) => void;
  readonly drafts: Drafts;
  /** The alert that is open. */
  readonly openId: string | undefined;
  /** Whether the service is known not to answer. */
  readonly isOffline: boolean;
  /** The open alerts. */
  readonly alerts: readonly Alert[];
}

/** The actions on alerts. Every button and every key of the screen uses them. */
export function useActions(options: ActionsOptions): Actions {
  const { guard, userId, show, drafts, openId, isOffline, alerts } = options;
  const { isHeld, hold, run } = useActionHold();
  const { report, setReport, dismiss } = useReport();
  const { unsent, keep } = useReportedUnsent(options, setReport);
  useTakenFrom(userId, alerts, (taken) => setReport({ is: 'done', text: taken.map(takenText).join(' ') }));
  const [asked, setAsked] = useState<Asked>();
  const [parking, askPark] = useState<string>();
  const isCutOff = useRef(isOffline);
  isCutOff.current = isOffline;

  const actions = useMemo(() => {
    const perform: Actions['perform'] = async (running, action, about, alert) => {
      const fail = (text: string) =>
        setReport({ is: 'failed', text: alert ? `${messageOf(alert)}: ${text}` : text });
      let isDone = false;
      const hasRun = await run(async () => {
        setReport({ is: 'running', text: running });
        const report = await action().catch((error: unknown) => problemText(error));
        if (typeof report === 'string') return fail(report);
        isDone = report.is === 'done';
        setReport(report);
      }, about);
      if (hasRun === 'full') fail(desk.reports.notDone);
      return isDone;
    };

    /** Acts on one alert; `about` and its id say what is done to what. `send` returns the alert, if the action changes it. */
    const actOn = (
      alert: Alert,
      about: string,
      [running, done]: readonly [running: string, done: string],
      send: () => Promise<Alert | undefined>,
    ) =>
      perform(
        running,
        async () => {
          const response = await send();
          if (response) show(response);
          return reportOf([alert], done, []);
        },
        `${about} ${alert.id}`,
        alert,
      );

    /** Sends the note of the draft of an alert. The draft stays if that fails. */
    const withNote = async <T>(alert: Alert, send: (note: string) => Promise<T>): Promise<T> => {
      const note = drafts.of(alert.id).trim();
      const response = await send(note);
      drafts.sent(alert.id, note);
      return response;
    };

    /** Sends a press, or keeps the acknowledgement of one alert that cannot be sent now. */
    async function carryOut(press: Press, { alerts = press.alerts, ...how }: Attempt): Promise<ActionReport> {
      const draft = draftOf(press.alerts);
      const note = drafts.of(draft).trim();
      const madeAt = Date.now();
      const [first, ...others] = press.alerts;
      const keepable = press.action === 'acknowledge' && others.length === 0 ? first : undefined;
      const keepFor = (alert: Alert, mayHaveArrived: boolean): ActionReport => {
        keep({ alert, note, madeAt, mayHaveArrived });
        return { is: 'done', text: `${desk.unsent.kept}: ${alert.message}` };
      };
      if (keepable && isCutOff.current) return keepFor(keepable, false);

      const sent = await sendAction(
        guard,
        alerts,
        { ...how, action: press.action, note },
        {
          show,
          onTried: (tried) => setReport({ is: 'running', text: desk.reports.progress(tried, alerts.length) }),
        },
      );
      const failures = [...failuresBefore(press, alerts), ...sent];
      if (keepable && failures[0] && 'thrown' in failures[0] && isUnanswered(failures[0].thrown)) {
        return keepFor(keepable, true);
      }
      setAsked((before) => askedAfter(before, press, { failures, resolution: how.resolution }));
      const report = reportOf(press.alerts, doneText(press.action, how.resolution), failures);
      if (failures.length > 0) return report;
      drafts.sent(draft, note);
      press.onDone?.();
      // The service reopens no alert that was a test.
      const isUndoable = press.action === 'resolve' && how.resolution !== 'test';
      return isUndoable ? { ...report, undoable: press.alerts } : report;
    }

    const attempt: Actions['attempt'] = (press, how) => {
      const { action, alerts } = press;
      const running = action === 'resolve' ? desk.reports.resolving : desk.reports.acknowledging;
      const about = [action, how.resolution, ...alerts.map(({ id }) => id)].join(' ');
      return perform(running, () => carryOut(press, how), about, alerts.length === 1 ? alerts[0] : undefined);
    };

    const { reports } = desk;
    return {
      perform,
      attempt,
      acknowledge: (alerts) => attempt({ action: 'acknowledge', alerts }, {}),
      resolve: (alerts, resolution, onDone) => attempt({ action: 'resolve', alerts, onDone }, { resolution }),
      reopen: (alert) =>
        actOn(alert, 'reopen', [reports.reopening, reports.reopened], () =>
          withNote(alert, (note) => guard.alerts.reopen(alert.id, note)),
        ),
      takeOver: (alert) =>
        actOn(alert, 'take over', [reports.takingOver, reports.takenOver], () =>
          guard.alerts.takeOver(alert.id, { severity: alert.severity }),
        ),
      park: (alert, { until, untilText, reason }) =>
        actOn(alert, 'park', [reports.parking, reports.parked(untilText)], () =>
          guard.alerts.park(alert.id, { until: until.toISOString(), reason, severity: alert.severity }),
        ),
      unpark: (alert) =>
        actOn(alert, 'unpark', [reports.bringingBack, reports.broughtBack], () =>
          guard.alerts.unpark(alert.id),
        ),
      addNote: (alert) => {
        // One key for each press: if the response is lost, the client sends the note again without adding it twice.
        const idempotencyKey = crypto.randomUUID();
        return actOn(alert, 'note', [reports.addingNote, reports.noteAdded], async () => {
          await withNote(alert, (note) => guard.alerts.addNote(alert.id, note, { idempotencyKey }));
          return undefined;
        });
      },
      undo: (alerts) =>
        perform(reports.undoing, async () => {
          const failures: Failure[] = [];
          for (const { id } of alerts) {
            await guard.alerts
              .reopen(id, desk.actions.undoNote)
              .then(show, (thrown) => failures.push({ id, thrown }));
          }
          return reportOf(alerts, reports.undone, failures);
        }),
    } satisfies Partial<Actions>;
  }, [guard, show, run, drafts, keep]);

  const ask = useCallback<Actions['ask']>(
    (alerts, onDone, action = 'resolve', unopened) => {
      const isInPlace = action === 'resolve' && alerts.length === 1 && alerts[0]?.id === openId;
      setAsked({ action, alerts, onDone, isInPlace, unopened });
    },
    [openId],
  );
  const stopAsking = useCallback(() => setAsked(undefined), []);
  const asking = { ask, asked, stopAsking, parking, askPark };
  return { ...actions, ...asking, isHeld, hold, report, dismiss, drafts, unsent };
}

/** The report of the last action. It disappears after a time, unless it says so itself. */
function useReport() {
  const [report, setReport] = useState<ActionReport>();
  useEffect(() => {
    if (!report || report.is === 'running' || report.stays) return;
    const timer = setTimeout(() => setReport(undefined), REPORT_MS[report.is]);
    return () => clearTimeout(timer);
  }, [report]);
  return { report, setReport, dismiss: useCallback(() => setReport(undefined), []) };
}

/** Acknowledgements that wait for a connection: the screen reports those that are sent, and those that are discarded. */
function useReportedUnsent(
  { guard, userId, show, drafts }: ActionsOptions,
  setReport: Dispatch<StateUpdater<ActionReport | undefined>>,
) {
  const onSent = useCallback(
    (alert: Alert, { note }: Unsent) => {
      show(alert);
      drafts.sent(alert.id, note);
      setReport(reportOf([alert], desk.reports.acknowledged, []));
    },
    [show, drafts],
  );
  const onDiscarded = useCallback((it: Unsent, reason: string) => {
    const line = `${it.alert.message}: ${reason}`;
    const text = desk.unsent.discarded;
    setReport((before) => {
      const others = before?.text === text ? (before.failures ?? []) : [];
      return { is: 'failed', text, failures: [...others, line], stays: true };
    });
  }, []);
  return useUnsent({ guard, userId, onSent, onDiscarded });
}

/** What failed at earlier attempts of a press, and is not tried again now. */
function failuresBefore({ tried }: Press, alerts: readonly Alert[]): readonly Failure[] {
  const ids = new Set(alerts.map(({ id }) => id));
  return (tried?.failures ?? []).filter(({ id }) => !ids.has(id));
}

/**
 * The dialog after a press: it closes if all is done. It stays open for what failed, and opens if action plans are incomplete, which
 * a person may decide about. A dialog about something else stays as it is.
 */
function askedAfter(
  before: Asked | undefined,
  press: Press,
  tried: Required<Press>['tried'],
): Asked | undefined {
  const { failures } = tried;
  const isSame = before?.alerts === press.alerts;
  if (failures.length === 0) return isSame ? undefined : before;
  const opens = before === undefined && missingSteps(failures).ids.size > 0;
  return isSame || opens ? { ...press, isInPlace: false, tried } : before;
}

const doneText = (action: Press['action'], resolution: Resolution | undefined) =>
  action === 'resolve' && resolution
    ? desk.reports.resolvedAs(resolutionLabel(resolution))
    : desk.reports.acknowledged;

const takenText = (alert: Alert) =>
  desk.reports.takenFromYou(alert.acknowledged_by_name ?? desk.unsent.somebody, messageOf(alert));

/** Tells the person at once that somebody else has taken over an alert that was in their name. */
function useTakenFrom(
  userId: string,
  alerts: readonly Alert[],
  onTaken: (taken: readonly Alert[]) => void,
): void {
  const own = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const taken = takenFrom(own.current, alerts, userId);
    own.current = new Set(ownedBy(userId, alerts).map(({ id }) => id));
    if (taken.length > 0) onTaken(taken);
  }, [alerts, userId]);
}
