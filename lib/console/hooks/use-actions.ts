import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert, AlertActionResult, GuardClient, Resolution } from '../../client/index.ts';
import { problemText, resultErrorText } from '../services/problem.ts';
import { actInBatches, type Failure } from '../state/batches.ts';
import { Drafts } from '../state/drafts.ts';
import { UNDO_NOTE } from '../state/reopening.ts';
import { resolutionLabel } from '../state/words.ts';
import { useActionHold } from './use-action-hold.ts';

/** What a person is told of the last action. */
export interface ActionReport {
  readonly is: 'running' | 'done' | 'failed';
  readonly text: string;
  /** Each alert that was not acted on, and why. */
  /** Alerts of which the action can be taken back as long as the report is there. */
  readonly undoable?: readonly Alert[];
  readonly failures?: readonly { readonly id: string; readonly message: string; readonly why: string }[];
}

/** Alerts that wait for somebody to choose an outcome. */
export interface AskedOutcome {
  readonly alerts: readonly Alert[];
  readonly onResolved: (() => void) | undefined;
}

export interface Actions {
  /** Whether no action can begin now: one is running, or began less than a second ago. */
  readonly isHeld: boolean;
  readonly hold: (milliseconds: number) => void;
  /** Each resolves to whether all was done; false also where the action was held back. */
  readonly acknowledge: (alerts: readonly Alert[]) => Promise<boolean>;
  readonly resolve: (alerts: readonly Alert[], resolution: Resolution) => Promise<boolean>;
  readonly addNote: (alert: Alert) => Promise<boolean>;
  /** Reopens an alert; its note says why. */
  readonly reopen: (alert: Alert) => Promise<boolean>;
  /** Takes a resolve back. */
  readonly undo: (alerts: readonly Alert[]) => Promise<boolean>;
  /** Asks for the outcome, and then resolves. */
  readonly ask: (alerts: readonly Alert[], onResolved?: () => void) => void;
  readonly asked: AskedOutcome | undefined;
  readonly stopAsking: () => void;
  readonly report: ActionReport | undefined;
  readonly dismiss: () => void;
  readonly drafts: Drafts;
}

/** How long a report of what was done stays. */
const REPORT_MS = 10_000;

/** What a person can do to alerts. Every button and every key of the screen acts through it. */
export function useActions(guard: GuardClient, show: (alert: Alert) => void): Actions {
  const { isHeld, hold, run } = useActionHold();
  const drafts = useMemo(() => new Drafts(), []);
  const [report, setReport] = useState<ActionReport>();
  const [asked, setAsked] = useState<AskedOutcome>();
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

    /** Acts on one alert, with the note that was typed for it. */
    async function actOnOne(
      alert: Alert,
      done: string,
      act: (note: string) => Promise<Alert>,
    ): Promise<ActionReport> {
      const note = drafts.of(alert.id).note.trim();
      show(await act(note));
      drafts.sent(alert.id, note);
      return { is: 'done', text: `${done}: ${alert.message}` };
    }

    async function actOnMany(
      alerts: readonly Alert[],
      done: string,
      act: (ids: readonly string[]) => Promise<readonly AlertActionResult[]>,
    ): Promise<ActionReport> {
      const failures = await actInBatches(
        alerts.map(({ id }) => id),
        act,
        (results, tried) => {
          for (const { alert } of results) if (alert) show(alert);
          setReport({ is: 'running', text: `${tried} of ${alerts.length} alerts …` });
        },
      );
      return manyReport(alerts, done, failures);
    }

    return {
      acknowledge: (alerts: readonly Alert[]) =>
        perform('Acknowledging …', () => {
          const [alert] = alerts;
          return alerts.length === 1 && alert
            ? actOnOne(alert, 'Acknowledged', (note) =>
                guard.alerts.acknowledge(alert.id, { note: note || undefined }),
              )
            : actOnMany(alerts, 'Acknowledged', (ids) => guard.alerts.acknowledgeMany(ids));
        }),
      resolve: (alerts: readonly Alert[], resolution: Resolution) =>
        perform('Resolving …', async () => {
          const [alert] = alerts;
          const done = `Resolved as ${resolutionLabel(resolution)}`;
          const report =
            alerts.length === 1 && alert
              ? await actOnOne(alert, done, (note) =>
                  guard.alerts.resolve(alert.id, { note: note || undefined, resolution }),
                )
              : await actOnMany(alerts, done, (ids) => guard.alerts.resolveMany(ids, { resolution }));
          for (const { id } of alerts) drafts.change(id, { resolution: undefined });
          // The service reopens no alert that was a test.
          return report.is === 'done' && resolution !== 'test' ? { ...report, undoable: alerts } : report;
        }),
      reopen: (alert: Alert) =>
        perform('Reopening …', () =>
          actOnOne(alert, 'Reopened', (note) => guard.alerts.reopen(alert.id, note)),
        ),
      undo: (alerts: readonly Alert[]) =>
        perform('Undoing …', async () => {
          const failures: Failure[] = [];
          for (const { id } of alerts) {
            await guard.alerts.reopen(id, UNDO_NOTE).then(show, (thrown) => failures.push({ id, thrown }));
          }
          return manyReport(alerts, 'Taken back', failures);
        }),
      addNote: (alert: Alert) => {
        const note = drafts.of(alert.id).note.trim();
        // One key for one press: where the answer is lost, the client asks again and nothing is noted twice.
        const idempotencyKey = crypto.randomUUID();
        return perform('Noting …', async () => {
          await guard.alerts.addNote(alert.id, note, { idempotencyKey });
          drafts.sent(alert.id, note);
          return { is: 'done', text: 'Noted.' };
        });
      },
    };
  }, [guard, show, run, drafts]);

  const ask = useCallback(
    (alerts: readonly Alert[], onResolved?: () => void) => setAsked({ alerts, onResolved }),
    [],
  );
  const stopAsking = useCallback(() => setAsked(undefined), []);
  const dismiss = useCallback(() => setReport(undefined), []);
  return { ...actions, isHeld, hold, ask, asked, stopAsking, report, dismiss, drafts };
}

function manyReport(alerts: readonly Alert[], done: string, failures: readonly Failure[]): ActionReport {
  const number = alerts.length - failures.length;
  if (failures.length === 0) {
    return { is: 'done', text: `${done}: ${number === 1 ? alerts[0]?.message : `${number} alerts`}` };
  }
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return {
    is: 'failed',
    text: `${done}: ${number} of ${alerts.length} alerts. Not done:`,
    failures: failures.map((failure) => ({
      id: failure.id,
      message: byId.get(failure.id)?.message ?? '',
      why: failureText(failure),
    })),
  };
}

function failureText(failure: Failure): string {
  if ('thrown' in failure) return problemText(failure.thrown);
  return failure.error ? resultErrorText(failure.error) : 'It was not answered.';
}
