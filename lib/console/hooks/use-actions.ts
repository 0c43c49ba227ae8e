import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Alert, AlertActionResult, AlertSeverity, GuardClient, Resolution } from '../../client/index.ts';
import { problemText, resultErrorText } from '../services/problem.ts';
import {
  actInBatches,
  type Failure,
  groupFailures,
  missingSteps,
  type StepProblem,
} from '../state/batches.ts';
import type { Drafts } from '../state/drafts.ts';
import type { Unsent } from '../state/unsent.ts';
import { resolutionLabel } from '../state/words.ts';
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
}

/** Alerts that wait until the user chooses an outcome. */
export interface AskedOutcome {
  readonly alerts: readonly Alert[];
  readonly onResolved: (() => void) | undefined;
  /** Whether it is the alert that is open, which asks by itself. */
  readonly isInPlace: boolean;
}

/** The alerts that one press resolves. */
interface Resolving {
  readonly alerts: readonly Alert[];
  readonly resolution: Resolution;
  /** Called when all of them are resolved. */
  readonly onResolved: (() => void) | undefined;
}

/** Alerts that were not resolved, because required steps of their plans have no outcome. */
export interface IncompletePlans {
  /** All alerts of the press. */
  readonly resolving: Resolving;
  /** Those with incomplete plans, as the person saw them. */
  readonly alerts: readonly Alert[];
  readonly steps: readonly StepProblem[];
  /** What failed for another reason. */
  readonly others: readonly Failure[];
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
    onResolved?: () => void,
  ) => Promise<boolean>;
  /** Resolves alerts although their plans are incomplete, for a reason. */
  readonly override: (incomplete: IncompletePlans, reason: string) => Promise<boolean>;
  readonly addNote: (alert: Alert) => Promise<boolean>;
  /** Reopens an alert with the note of its draft. */
  readonly reopen: (alert: Alert) => Promise<boolean>;
  /** Undoes a resolve. */
  readonly undo: (alerts: readonly Alert[]) => Promise<boolean>;
  /** Asks for the outcome, and then resolves. */
  readonly ask: (alerts: readonly Alert[], onResolved?: () => void) => void;
  readonly asked: AskedOutcome | undefined;
  readonly incomplete: IncompletePlans | undefined;
  readonly stopOverride: () => void;
  /** Does another action, on the same terms. */
  readonly perform: (running: string, action: () => Promise<ActionReport>) => Promise<boolean>;
  readonly stopAsking: () => void;
  readonly report: ActionReport | undefined;
  readonly dismiss: () => void;
  readonly drafts: Drafts;
  /** The acknowledgements that wait for a connection, by the ids of their alerts. */
  readonly unsent: ReadonlyMap<string, Unsent>;
}

/** An action carries the severity that the person saw: the service refuses it if that has risen. */
interface OneAction {
  readonly note?: string;
  readonly severity: AlertSeverity;
}

interface ManyActions {
  readonly severities: Record<string, AlertSeverity>;
}

function severitiesOf(alerts: readonly Alert[]): Record<string, AlertSeverity> {
  return Object.fromEntries(alerts.map(({ id, severity }) => [id, severity]));
}

/** The draft of the reason for an override. That of several alerts belongs to none of them. */
export function reasonDraft([first, ...others]: readonly Alert[]): string {
  return first && others.length === 0 ? first.id : 'several';
}

/** The time for which the report of a successful action is shown. */
const REPORT_MS = 10_000;

interface ActionsOptions {
  readonly guard: GuardClient;
  readonly userId: string;
  readonly show: (alert: Alert) => void;
  readonly drafts: Drafts;
  /** The alert that is open. */
  readonly openId: string | undefined;
  /** Whether the service is known not to answer. */
  readonly isOffline: boolean;
}

/** The actions on alerts. Every button and every key of the screen uses them. */
export function useActions({ guard, userId, show, drafts, openId, isOffline }: ActionsOptions): Actions {
  const { isHeld, hold, run } = useActionHold();
  const [report, setReport] = useState<ActionReport>();
  const [asked, setAsked] = useState<AskedOutcome>();
  const [incomplete, setIncomplete] = useState<IncompletePlans>();
  useEffect(() => {
    if (report?.is !== 'done') return;
    const timer = setTimeout(() => setReport(undefined), REPORT_MS);
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
      return { is: 'failed', text, failures: [...others, line] };
    });
  }, []);
  const { unsent, keep } = useUnsent({ guard, userId, onSent, onDiscarded });
  const isCutOff = useRef(isOffline);
  isCutOff.current = isOffline;

  const actions = useMemo(() => {
    /** Keeps an acknowledgement that could not be sent. */
    function keepUnsent(alert: Alert, madeAt: number, mayHaveArrived: boolean): ActionReport {
      keep({ alert, note: drafts.of(alert.id).trim(), madeAt, mayHaveArrived });
      return { is: 'done', text: `${desk.unsent.kept}: ${alert.message}` };
    }

    async function perform(running: string, action: () => Promise<ActionReport>): Promise<boolean> {
      let isDone = false;
      await run(async () => {
        setReport({ is: 'running', text: running });
        const report = await action().catch(
          (error): ActionReport => ({ is: 'failed', text: problemText(error) }),
        );
        isDone = report.is === 'done';
        setReport(report);
      });
      return isDone;
    }

    /** Acts on one alert, with the note of its draft. */
    async function sendNote(id: string, act: (note: string) => Promise<Alert>): Promise<void> {
      const note = drafts.of(id).trim();
      show(await act(note));
      drafts.sent(id, note);
    }

    /** Acts on one alert with its note, or on several in batches without notes. Returns the failures. */
    async function act(
      alerts: readonly Alert[],
      actions: {
        readonly one: (id: string, options: OneAction) => Promise<Alert>;
        readonly many: (
          ids: readonly string[],
          options: ManyActions,
        ) => Promise<readonly AlertActionResult[]>;
      },
    ): Promise<readonly Failure[]> {
      const [alert] = alerts;
      if (alert && alerts.length === 1) {
        const { id, severity } = alert;
        const one = (note: string) => actions.one(id, { ...(note && { note }), severity });
        return sendNote(id, one).then(
          () => [],
          (thrown) => [{ id, thrown }],
        );
      }
      const ids = alerts.map(({ id }) => id);
      const many = (batch: readonly string[]) =>
        actions.many(batch, { severities: severitiesOf(alerts.filter(({ id }) => batch.includes(id))) });
      return actInBatches(ids, many, (results, tried) => {
        for (const { alert } of results) if (alert) show(alert);
        setReport({ is: 'running', text: desk.reports.progress(tried, alerts.length) });
      });
    }

    /** Reports a resolve. Asks once about all alerts with incomplete plans. */
    function resolved(resolving: Resolving, failures: readonly Failure[]): ActionReport {
      const { alerts, resolution, onResolved } = resolving;
      const { ids, steps } = missingSteps(failures);
      if (ids.size > 0) {
        setIncomplete({
          resolving,
          alerts: alerts.filter(({ id }) => ids.has(id)),
          steps,
          others: failures.filter(({ id }) => !ids.has(id)),
        });
      }
      const report = reportOf(alerts, desk.reports.resolvedAs(resolutionLabel(resolution)), failures);
      if (report.is !== 'done') return report;
      onResolved?.();
      // The service reopens no alert that was a test.
      return resolution === 'test' ? report : { ...report, undoable: alerts };
    }

    return {
      acknowledge: (alerts: readonly Alert[]) =>
        perform(desk.reports.acknowledging, async () => {
          const madeAt = Date.now();
          const only = alerts.length === 1 ? alerts[0] : undefined;
          if (only && isCutOff.current) return keepUnsent(only, madeAt, false);
          const failures = await act(alerts, {
            one: (id, options) => guard.alerts.acknowledge(id, options),
            many: (ids, seen) => guard.alerts.acknowledgeMany(ids, seen),
          });
          const [failure] = failures;
          if (only && failure && 'thrown' in failure && isUnanswered(failure.thrown)) {
            return keepUnsent(only, madeAt, true);
          }
          return reportOf(alerts, desk.reports.acknowledged, failures);
        }),
      perform,
      resolve: (alerts: readonly Alert[], resolution: Resolution, onResolved?: () => void) =>
        perform(desk.reports.resolving, async () => {
          const failures = await act(alerts, {
            one: (id, options) => guard.alerts.resolve(id, { ...options, resolution }),
            many: (ids, seen) => guard.alerts.resolveMany(ids, { ...seen, resolution }),
          });
          return resolved({ alerts, resolution, onResolved }, failures);
        }),
      override: ({ resolving, alerts, others }: IncompletePlans, reason: string) =>
        perform(desk.reports.resolving, async () => {
          const draft = reasonDraft(alerts);
          drafts.change(draft, reason);
          const how = { resolution: resolving.resolution, override_plan: true, note: reason.trim() } as const;
          const failures = await act(alerts, {
            one: (id, seen) => guard.alerts.resolve(id, { ...seen, ...how }),
            many: (ids, seen) => guard.alerts.resolveMany(ids, { ...seen, ...how }),
          });
          // A reason that did not arrive is there at the next attempt. One that did must not come back with other alerts.
          if (!failures.some((failure) => 'thrown' in failure)) drafts.sent(draft, how.note);
          return resolved(resolving, [...others, ...failures]);
        }),
      reopen: (alert: Alert) =>
        perform(desk.reports.reopening, async () => {
          await sendNote(alert.id, (note) => guard.alerts.reopen(alert.id, note));
          return reportOf([alert], desk.reports.reopened, []);
        }),
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
        return perform(desk.reports.addingNote, async () => {
          await guard.alerts.addNote(alert.id, note, { idempotencyKey });
          drafts.sent(alert.id, note);
          return { is: 'done', text: desk.reports.noteAdded };
        });
      },
    };
  }, [guard, show, run, drafts, keep]);

  const ask = useCallback(
    (alerts: readonly Alert[], onResolved?: () => void) => {
      const isInPlace = alerts.length === 1 && alerts[0]?.id === openId;
      setAsked({ alerts, onResolved, isInPlace });
    },
    [openId],
  );
  const stopAsking = useCallback(() => setAsked(undefined), []);
  const stopOverride = useCallback(() => setIncomplete(undefined), []);
  const dismiss = useCallback(() => setReport(undefined), []);
  return {
    ...actions,
    isHeld,
    hold,
    ask,
    asked,
    stopAsking,
    incomplete,
    stopOverride,
    report,
    dismiss,
    drafts,
    unsent,
  };
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
  if (failure && alerts.length === 1) return { is: 'failed', text: failureText(failure) };
  return {
    is: 'failed',
    text: desk.reports.partly(done, number, alerts.length),
    failures: linesOf(alerts, failures),
  };
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
