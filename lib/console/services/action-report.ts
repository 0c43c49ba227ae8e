import type { Alert } from '../../client/index.ts';
import { type Failure, groupFailures } from '../state/batches.ts';
import { desk } from '../texts/desk.ts';
import { problemText, resultErrorText } from './problem.ts';

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

/** Reports what was done to alerts, and on which it failed. */
export function reportOf(alerts: readonly Alert[], done: string, failures: readonly Failure[]): ActionReport {
  const number = alerts.length - failures.length;
  if (failures.length === 0) {
    const which = number === 1 ? alerts[0]?.message : desk.reports.alerts(number);
    return { is: 'done', text: `${done}: ${which}` };
  }
  const lines = linesOf(alerts, failures);
  if (alerts.length === 1) return { is: 'failed', text: lines.join() };
  return { is: 'failed', text: desk.reports.partly(done, number, alerts.length), failures: lines };
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
