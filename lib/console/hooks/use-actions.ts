import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Alert, AlertSeverity, GuardClient, Resolution } from '../../client/index.ts';
import { problemText, resultErrorText } from '../services/problem.ts';
import { ownedBy, takenFrom } from '../state/alerts.ts';
import { actInBatches, type Failure, groupFailures, missingSteps } from '../state/batches.ts';
import type { Drafts } from '../state/drafts.ts';
import type { Unsent } from '../state/unsent.ts';
import { messageOf, resolutionLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { useActionHold } from './use-action-hold.ts';
import { isUnanswered, useUnsent } from './use-unsent.ts';

/** The outcome of the last action, as the screen reports it. */
export interface ActionReport {
  readonly is: 'running' | 'done' | 'failed';
  readonly text: string;
  /** While the report is shown, the resolve of these alerts can be undone. */
  readonly undoable?: readonly Alert[];
  /** Why the action failed on some alerts: one line for each reason. */
  readonly failures?: readonly string[];
  /** Whether it stays until somebody closes it: what it says is said nowhere else. */
  readonly stays?: boolean;
}

/** Alerts to acknowledge or to resolve together. */
interface Press {
  readonly action: 'acknowledge' | 'resolve';
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

interface Attempt {
  /** Some of the alerts, in the versions that the person sees; all of them by default. */
  readonly alerts?: readonly Alert[];
  readonly resolution?: Resolution | undefined;
  /** Resolves them although their plans are incomplete; the note is the reason. */
  readonly override_plan?: boolean;
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

function severitiesOf(alerts: readonly Alert[]): Record<string, AlertSeverity> {
  return Object.fromEntries(alerts.map(({ id, severity }) => [id, severity]));
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
export function useActions({
  guard,
  userId,
  show,
  drafts,
  openId,
  isOffline,
  alerts,
}: ActionsOptions): Actions {
  const { isHeld, hold, run } = useActionHold();
  const [report, setReport] = useState<ActionReport>();
  const [asked, setAsked] = useState<Asked>();
  const [parking, askPark] = useState<string>();
  useEffect(() => {
    if (!report || report.is === 'running' || report.stays) return;
    const timer = setTimeout(() => setReport(undefined), REPORT_MS[report.is]);
    return () => clearTimeout(timer);
  }, [report]);

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
  useTakenFrom(userId, alerts, (taken) => setReport({ is: 'done', text: taken.map(takenText).join(' ') }));
  const { unsent, keep } = useUnsent({ guard, userId, onSent, onDiscarded });
  const isCutOff = useRef(isOffline);
  isCutOff.current = isOffline;

  const actions = useMemo(() => {
    /** Keeps an acknowledgement that could not be sent. */
    function keepUnsent(alert: Alert, madeAt: number, mayHaveArrived: boolean): ActionReport {
      keep({ alert, note: drafts.of(alert.id).trim(), madeAt, mayHaveArrived });
      return { is: 'done', text: `${desk.unsent.kept}: ${alert.message}` };
    }

    async function perform(
      running: string,
      action: () => Promise<ActionReport>,
      about?: string,
      alert?: Alert,
    ): Promise<boolean> {
      const failed = (text: string) =>
        setReport({ is: 'failed', text: alert ? `${messageOf(alert)}: ${text}` : text });
      let isDone = false;
      const hasRun = await run(async () => {
        setReport({ is: 'running', text: running });
        const report = await action().catch((error: unknown) => problemText(error));
        if (typeof report === 'string') return failed(report);
        isDone = report.is === 'done';
        setReport(report);
      }, about);
      if (hasRun === 'full') failed(desk.reports.notDone);
      return isDone;
    }

    /**
     * Acts on one alert or on several in batches. An action carries the severity that the person saw: the service refuses it
     * if that has risen. Returns the failures.
     */
    async function send(
      alerts: readonly Alert[],
      note: string,
      { action, resolution, override_plan }: Pick<Press, 'action'> & Attempt,
    ): Promise<readonly Failure[]> {
      const how = {
        ...(note && { note }),
        ...(action === 'resolve' && { resolution, ...(override_plan && { override_plan }) }),
      };
      const [alert] = alerts;
      if (alert && alerts.length === 1) {
        const { id, severity } = alert;
        const one = action === 'resolve' ? guard.alerts.resolve : guard.alerts.acknowledge;
        return one.call(guard.alerts, id, { ...how, severity }).then(
          (response) => {
            show(response);
            return [];
          },
          (thrown) => [{ id, thrown }],
        );
      }
      const byId = new Map(alerts.map((alert) => [alert.id, alert]));
      const many = action === 'resolve' ? guard.alerts.resolveMany : guard.alerts.acknowledgeMany;
      const batch = (ids: readonly string[]) => {
        const severities = severitiesOf(ids.flatMap((id) => byId.get(id) ?? []));
        return many.call(guard.alerts, ids, { ...how, severities });
      };
      return actInBatches([...byId.keys()], batch, (results, tried) => {
        for (const { alert } of results) if (alert) show(alert);
        setReport({ is: 'running', text: desk.reports.progress(tried, alerts.length) });
      });
    }

    const attempt = (press: Press, how: Attempt) => {
      const about = [press.action, how.resolution, ...press.alerts.map(({ id }) => id)].join(' ');
      return perform(
        press.action === 'resolve' ? desk.reports.resolving : desk.reports.acknowledging,
        async () => {
          const { alerts = press.alerts, resolution } = how;
          const draft = draftOf(press.alerts);
          const note = drafts.of(draft).trim();
          const madeAt = Date.now();
          const only =
            press.action === 'acknowledge' && press.alerts.length === 1 ? press.alerts[0] : undefined;
          if (only && isCutOff.current) return keepUnsent(only, madeAt, false);
          const ids = new Set(alerts.map(({ id }) => id));
          const failures = [
            ...(press.tried?.failures ?? []).filter(({ id }) => !ids.has(id)),
            ...(await send(alerts, note, { ...how, action: press.action })),
          ];
          const [failure] = failures;
          if (only && failure && 'thrown' in failure && isUnanswered(failure.thrown)) {
            return keepUnsent(only, madeAt, true);
          }
          const isDone = failures.length === 0;
          const isIncomplete = missingSteps(failures).ids.size > 0;
          setAsked((before) => {
            const isSame = before?.alerts === press.alerts;
            if (isDone) return isSame ? undefined : before;
            const isOpen = isSame || (before === undefined && isIncomplete);
            return isOpen ? { ...press, isInPlace: false, tried: { failures, resolution } } : before;
          });
          const done =
            press.action === 'resolve' && resolution
              ? desk.reports.resolvedAs(resolutionLabel(resolution))
              : desk.reports.acknowledged;
          const report = reportOf(press.alerts, done, failures);
          if (!isDone) return report;
          drafts.sent(draft, note);
          press.onDone?.();
          // The service reopens no alert that was a test.
          const isUndoable = press.action === 'resolve' && resolution !== 'test';
          return isUndoable ? { ...report, undoable: press.alerts } : report;
        },
        about,
        press.alerts.length === 1 ? press.alerts[0] : undefined,
      );
    };

    return {
      attempt,
      acknowledge: (alerts: readonly Alert[]) => attempt({ action: 'acknowledge', alerts }, {}),
      perform,
      resolve: (alerts: readonly Alert[], resolution: Resolution, onDone?: () => void) =>
        attempt({ action: 'resolve', alerts, onDone }, { resolution }),
      reopen: (alert: Alert) =>
        perform(
          desk.reports.reopening,
          async () => {
            const note = drafts.of(alert.id).trim();
            show(await guard.alerts.reopen(alert.id, note));
            drafts.sent(alert.id, note);
            return reportOf([alert], desk.reports.reopened, []);
          },
          `reopen ${alert.id}`,
          alert,
        ),
      takeOver: (alert: Alert) =>
        perform(
          desk.reports.takingOver,
          async () => {
            show(await guard.alerts.takeOver(alert.id, { severity: alert.severity }));
            return reportOf([alert], desk.reports.takenOver, []);
          },
          `take over ${alert.id}`,
          alert,
        ),
      park: (
        alert: Alert,
        {
          until,
          untilText,
          reason,
        }: { readonly until: Date; readonly untilText: string; readonly reason: string },
      ) =>
        perform(
          desk.reports.parking,
          async () => {
            const { severity } = alert;
            show(await guard.alerts.park(alert.id, { until: until.toISOString(), reason, severity }));
            return reportOf([alert], desk.reports.parked(untilText), []);
          },
          `park ${alert.id}`,
          alert,
        ),
      unpark: (alert: Alert) =>
        perform(
          desk.reports.bringingBack,
          async () => {
            show(await guard.alerts.unpark(alert.id));
            return reportOf([alert], desk.reports.broughtBack, []);
          },
          `unpark ${alert.id}`,
          alert,
        ),
      undo: (alerts: readonly Alert[]) =>
        perform(desk.reports.undoing, async () => {
          const failures: Failure[] = [];
          for (const { id } of alerts) {
            await guard.alerts
              .reopen(id, desk.actions.undoNote)
              .then(show, (thrown) => failures.push({ id, thrown }));
          }
          return reportOf(alerts, desk.reports.undone, failures);
        }),
      addNote: (alert: Alert) => {
        const note = drafts.of(alert.id).trim();
        // One key for each press: if the response is lost, the client sends the note again without adding it twice.
        const idempotencyKey = crypto.randomUUID();
        return perform(
          desk.reports.addingNote,
          async () => {
            await guard.alerts.addNote(alert.id, note, { idempotencyKey });
            drafts.sent(alert.id, note);
            return reportOf([alert], desk.reports.noteAdded, []);
          },
          `note ${alert.id}`,
          alert,
        );
      },
    };
  }, [guard, show, run, drafts, keep]);

  const ask = useCallback(
    (
      alerts: readonly Alert[],
      onDone?: () => void,
      action: Press['action'] = 'resolve',
      unopened?: number,
    ) => {
      const isInPlace = action === 'resolve' && alerts.length === 1 && alerts[0]?.id === openId;
      setAsked({ action, alerts, onDone, isInPlace, unopened });
    },
    [openId],
  );
  const stopAsking = useCallback(() => setAsked(undefined), []);
  const dismiss = useCallback(() => setReport(undefined), []);
  const asking = { ask, asked, stopAsking, parking, askPark };
  return { ...actions, ...asking, isHeld, hold, report, dismiss, drafts, unsent };
}

function reportOf(alerts: readonly Alert[], done: string, failures: readonly Failure[]): ActionReport {
  const number = alerts.length - failures.length;
  if (failures.length === 0) {
    return {
      is: 'done',
      text: `${done}: ${number === 1 ? alerts[0]?.message : desk.reports.alerts(number)}`,
    };
  }
  const [failure] = failures;
  if (failure && alerts.length === 1) return { is: 'failed', text: linesOf(alerts, failures).join() };
  return {
    is: 'failed',
    text: desk.reports.partly(done, number, alerts.length),
    failures: linesOf(alerts, failures),
  };
}

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

/** One line for each reason: with the message of its only alert, or the number of its alerts. */
export function linesOf(alerts: readonly Alert[], failures: readonly Failure[]): string[] {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return groupFailures(failures, failureText).map(({ text, ids: [id = '', ...others] }) => {
    const which = others.length === 0 && byId.get(id)?.message;
    return `${which || desk.reports.alerts(others.length + 1)}: ${text}`;
  });
}

function failureText(failure: Failure): string {
  if ('thrown' in failure) return problemText(failure.thrown);
  return failure.error ? resultErrorText(failure.error) : desk.reports.noResult;
}
