import type { AlertSeverity } from '../../../shared/alerts/alert.ts';
import type { Escalation } from '../../../shared/base/severities.ts';

const MINUTE = 60;

/** The escalation of an alert. Times are seconds since the beginning. */
interface ModelledAlert {
  severity: AlertSeverity;
  isActive: boolean;
  /** The due times of the pending steps. */
  steps: number[];
  /** The due times of the steps taken. */
  readonly taken: number[];
}

/** The rules of escalation, without a table, timers or failures. */
export class EscalationModel {
  readonly #alerts = new Map<string, ModelledAlert>();
  readonly #escalation: Escalation;

  constructor(escalation: Escalation) {
    this.#escalation = escalation;
  }

  get ids(): string[] {
    return [...this.#alerts.keys()];
  }

  raise(id: string, severity: AlertSeverity, now: number): void {
    this.#alerts.set(id, { severity, isActive: true, steps: this.#stepsOf(severity, now), taken: [] });
  }

  /** A report of a higher severity, or a later alarm, makes the alert active and restarts the escalation, if it has steps. */
  worsen(id: string, severity: AlertSeverity, now: number): void {
    const alert = this.of(id);
    alert.severity = severity;
    const own = this.#stepsOf(severity, now);
    alert.isActive = true;
    if (own.length > 0) alert.steps = own;
  }

  /** A user acknowledges or resolves the alert. */
  close(id: string): void {
    const alert = this.of(id);
    alert.isActive = false;
    alert.steps = [];
  }

  /** The alert takes a step. */
  step(id: string): void {
    const alert = this.of(id);
    const due = alert.steps.shift();
    if (due === undefined) throw new Error(`${id} has no step left`);
    alert.taken.push(due);
  }

  of(id: string): ModelledAlert {
    const alert = this.#alerts.get(id);
    if (!alert) throw new Error(`There is no alert ${id}`);
    return alert;
  }

  #stepsOf(severity: AlertSeverity, now: number): number[] {
    return (this.#escalation[severity] ?? []).map((minutes) => now + minutes * MINUTE);
  }
}
