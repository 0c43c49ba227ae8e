import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Alert,
  type AlertActionResult,
  type AlertSeverity,
  type GuardClient,
  GuardError,
  type Resolution,
} from '../../client/index.ts';
import { problemText, resultErrorText } from '../services/problem.ts';
import { actInBatches, type Failure } from '../state/batches.ts';
import { Drafts } from '../state/drafts.ts';
import { resolutionLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { useActionHold } from './use-action-hold.ts';

/** The outcome of the last action, as the screen reports it. */
export interface ActionReport {
  readonly is: 'running' | 'done' | 'failed';
  readonly text: string;
  /** While the report is shown, the resolve of these alerts can be undone. */
  readonly undoable?: readonly Alert[];
  /** The alerts that the action failed on, and why. */
  readonly failures?: readonly { readonly id: string; readonly message: string; readonly why: string }[];
}

/** Alerts that wait until the user chooses an outcome. */
export interface AskedOutcome {
  readonly alerts: readonly Alert[];
  readonly onResolved: (() => void) | undefined;
}

/** An alert that was not resolved, because required steps of its plan have no outcome. */
export interface IncompletePlan {
  readonly alert: Alert;
  readonly resolution: Resolution;
  /** The messages of the service about each step. */
  readonly problems: readonly string[];
}

export interface Actions {
  /** Whether no action can start now: one is running, or started less than a second ago. */
  readonly isHeld: boolean;
  readonly hold: (milliseconds: number) => void;
  /** Each action resolves to whether all of it was done; `false` also if it was on hold. */
  readonly acknowledge: (alerts: readonly Alert[]) => Promise<boolean>;
  readonly resolve: (alerts: readonly Alert[], resolution: Resolution, override?: true) => Promise<boolean>;
  readonly addNote: (alert: Alert) => Promise<boolean>;
  /** Reopens an alert with the note of its draft. */
  readonly reopen: (alert: Alert) => Promise<boolean>;
  /** Undoes a resolve. */
  readonly undo: (alerts: readonly Alert[]) => Promise<boolean>;
  /** Asks for the outcome, and then resolves. */
  readonly ask: (alerts: readonly Alert[], onResolved?: () => void) => void;
  readonly asked: AskedOutcome | undefined;
  readonly incomplete: IncompletePlan | undefined;
  readonly stopOverride: () => void;
  /** Does another action, on the same terms. */
  readonly perform: (running: string, action: () => Promise<ActionReport>) => Promise<boolean>;
  readonly stopAsking: () => void;
  readonly report: ActionReport | undefined;
  readonly dismiss: () => void;
  readonly drafts: Drafts;
}

/** An action carries the severity that the person saw: the service refuses it if that has risen. */
interface OneAction {
  readonly note: string | undefined;
  readonly severity: AlertSeverity;
}

interface ManyActions {
  readonly severities: Record<string, AlertSeverity>;
}

function severitiesOf(alerts: readonly Alert[]): Record<string, AlertSeverity> {
  return Object.fromEntries(alerts.map(({ id, severity }) => [id, severity]));
}

/** The time for which the report of a successful action is shown. */
const REPORT_MS = 10_000;

/** The actions on alerts. Every button and every key of the screen uses them. */
export function useActions(guard: GuardClient, show: (alert: Alert) => void): Actions {
  const { isHeld, hold, run } = useActionHold();
  const drafts = useMemo(() => new Drafts(), []);
  const [report, setReport] = useState<ActionReport>();
  const [asked, setAsked] = useState<AskedOutcome>();
  const [incomplete, setIncomplete] = useState<IncompletePlan>();
  useEffect(() => {
    if (report?.is !== 'done') return;
    const timer = setTimeout(() => setReport(undefined), REPORT_MS);
    return () => clearTimeout(timer);
  }, [report]);

  const actions = useMemo(() => {
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
    async function actOnOne(
      alert: Alert,
      done: string,
      act: (id: string, note: string) => Promise<Alert>,
    ): Promise<ActionReport> {
      const note = drafts.of(alert.id).note.trim();
      show(await act(alert.id, note));
      drafts.sent(alert.id, note);
      return { is: 'done', text: `${done}: ${alert.message}` };
    }

    /** Acts on one alert with its note, or on several in batches without notes. */
    async function act(
      alerts: readonly Alert[],
      done: string,
      actions: {
        readonly one: (id: string, options: OneAction) => Promise<Alert>;
        readonly many: (
          ids: readonly string[],
          options: ManyActions,
        ) => Promise<readonly AlertActionResult[]>;
      },
    ): Promise<ActionReport> {
      const [alert] = alerts;
      if (alert && alerts.length === 1) {
        return actOnOne(alert, done, (id, note) =>
          actions.one(id, { note: note || undefined, severity: alert.severity }),
        );
      }
      const ids = alerts.map(({ id }) => id);
      const many = (batch: readonly string[]) =>
        actions.many(batch, { severities: severitiesOf(alerts.filter(({ id }) => batch.includes(id))) });
      const failures = await actInBatches(ids, many, (results, tried) => {
        for (const { alert } of results) if (alert) show(alert);
        setReport({ is: 'running', text: desk.reports.progress(tried, alerts.length) });
      });
      return reportOf(alerts, done, failures);
    }

    return {
      acknowledge: (alerts: readonly Alert[]) =>
        perform(desk.reports.acknowledging, () =>
          act(alerts, desk.reports.acknowledged, {
            one: (id, options) => guard.alerts.acknowledge(id, options),
            many: (ids, seen) => guard.alerts.acknowledgeMany(ids, seen),
          }),
        ),
      perform,
      resolve: (alerts: readonly Alert[], resolution: Resolution, override?: true) =>
        perform(desk.reports.resolving, async () => {
          const report = await act(alerts, desk.reports.resolvedAs(resolutionLabel(resolution)), {
            one: (id, options) =>
              guard.alerts.resolve(id, { ...options, resolution, override_plan: override }),
            many: (ids, seen) => guard.alerts.resolveMany(ids, { ...seen, resolution }),
          }).catch((error) => {
            const [alert] = alerts;
            if (alert && error instanceof GuardError && error.code === 'plan_incomplete') {
              setIncomplete({ alert, resolution, problems: Object.values(error.errors ?? {}).flat() });
            }
            throw error;
          });
          for (const { id } of alerts) drafts.change(id, { resolution: undefined });
          // The service reopens no alert that was a test.
          return report.is === 'done' && resolution !== 'test' ? { ...report, undoable: alerts } : report;
        }),
      reopen: (alert: Alert) =>
        perform(desk.reports.reopening, () =>
          actOnOne(alert, desk.reports.reopened, (id, note) => guard.alerts.reopen(id, note)),
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
        const note = drafts.of(alert.id).note.trim();
        // One key for each press: if the response is lost, the client sends the note again without adding it twice.
        const idempotencyKey = crypto.randomUUID();
        return perform(desk.reports.addingNote, async () => {
          await guard.alerts.addNote(alert.id, note, { idempotencyKey });
          drafts.sent(alert.id, note);
          return { is: 'done', text: desk.reports.noteAdded };
        });
      },
    };
  }, [guard, show, run, drafts]);

  const ask = useCallback(
    (alerts: readonly Alert[], onResolved?: () => void) => setAsked({ alerts, onResolved }),
    [],
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
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return {
    is: 'failed',
    text: desk.reports.partly(done, number, alerts.length),
    failures: failures.map((failure) => ({
      id: failure.id,
      message: byId.get(failure.id)?.message ?? '',
      why: failureText(failure),
    })),
  };
}

function failureText(failure: Failure): string {
  if ('thrown' in failure) return problemText(failure.thrown);
  return failure.error ? resultErrorText(failure.error) : desk.reports.noResult;
}
