import type { AlertSeverity } from '../../../shared/alerts/alert.ts';
import type { Escalation } from '../../../shared/escalation.ts';

const MINUTE = 60;

/** An alert, as far as it escalates. Times are seconds since the beginning. */
interface ModelledAlert {
  severity: AlertSeverity;
  isActive: boolean;
  /** When the steps are due that it has not gone. */
  steps: number[];
  /** When the steps that it went were due. */
  readonly taken: number[];
}

/** The rules of escalation, without a table, timers or anything that can fail. */
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

  /** A report of a higher severity: it begins anew, if there is something to begin. */
  worsen(id: string, severity: AlertSeverity, now: number): void {
    const alert = this.of(id);
    alert.severity = severity;
    const own = this.#stepsOf(severity, now);
    if (alert.isActive && own.length > 0) alert.steps = own;
  }

  /** Somebody acknowledges or resolves it. */
  seeTo(id: string): void {
    const alert = this.of(id);
    alert.isActive = false;
    alert.steps = [];
  }

  /** It went a step. */
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
