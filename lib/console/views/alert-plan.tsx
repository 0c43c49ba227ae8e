import { useLayoutEffect, useState } from 'preact/hooks';
import type {
  Alert,
  AlertEvent,
  AlertPlan,
  AlertPlanStep,
  Contact,
  StepOutcome,
} from '../../client/index.ts';
import { Instant } from '../components/instant.tsx';
import { PhoneLink } from '../components/phone-link.tsx';
import type { Actions } from '../hooks/use-actions.ts';
import { useConsole } from '../hooks/use-console.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import * as limits from '../state/limits.ts';
import { nextContacts } from '../state/next-contacts.ts';
import { actorLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { ActionButton } from './action-button.tsx';
import { planTexts } from './plan-texts.ts';

export interface AlertPlanProps {
  readonly alert: Alert;
  readonly plan: AlertPlan;
  /** The newest entries, which show who was called before. */
  readonly history: readonly AlertEvent[] | undefined;
  /** Undefined for roles that may not read contacts. */
  readonly contacts: readonly Contact[] | undefined;
  readonly mayAct: boolean;
  readonly actions: Actions;
  readonly refresh: () => void;
}

/** The steps of an alert's action plan. Each outcome takes the note that was typed before it. */
export function AlertPlanView(props: AlertPlanProps) {
  const { guard } = useConsole();
  const { alert, plan, mayAct, actions, refresh } = props;
  const { hold } = actions;
  const [note, setNote] = useState('');
  // It appears after the alert, and the note of a step moves the next ones, perhaps under a finger.
  const notes = plan.steps.map((step) => step.note).join('\n');
  useLayoutEffect(() => hold(OPENING_HOLD_MS), [hold, notes]);

  async function record(step: AlertPlanStep, outcome: StepOutcome) {
    const said = note.trim();
    // One key for each press: if the response is lost, the client sends the outcome again without recording it twice.
    const idempotencyKey = crypto.randomUUID();
    await actions.perform(
      planTexts.recording,
      async () => {
        const body = { outcome, ...(said ? { note: said } : {}) };
        await guard.actionPlans.recordStep(alert.id, step.key, body, { idempotencyKey });
        setNote((typed) => (typed.trim() === said ? '' : typed));
        return { is: 'done', text: `${planTexts.recorded}: ${step.text} – ${common.outcomes[outcome]}` };
      },
      `step ${alert.id} ${step.key}`,
    );
    refresh();
  }

  return (
    <section class="alert-plan" aria-labelledby="plan-heading">
      <h3 id="plan-heading">{planTexts.title(plan.plan?.name ?? '')}</h3>
      <ol>
        {plan.steps.map((step) => (
          <Step key={step.key} {...props} step={step} onOutcome={(outcome) => record(step, outcome)} />
        ))}
      </ol>
      {mayAct && (
        <label>
          {planTexts.note}
          <input
            name="step-note"
            maxLength={limits.StepOutcomeInput.note.most}
            autocomplete="off"
            value={note}
            onInput={({ currentTarget: { value } }) => setNote(value)}
          />
        </label>
      )}
    </section>
  );
}

interface StepProps extends AlertPlanProps {
  readonly step: AlertPlanStep;
  readonly onOutcome: (outcome: StepOutcome) => void;
}

/** A step without an outcome, or a skipped step, must not look as if it had succeeded. */
const MARKS: Readonly<Record<string, string>> = {
  done: 'mark',
  failed: 'mark mark-bad',
  no_answer: 'mark mark-bad',
};

function Step({ step, history = [], contacts = [], mayAct, actions, onOutcome }: StepProps) {
  const { text, kind, required, outcome, note, by, at, contact_role: role } = step;
  const outcomes: readonly StepOutcome[] =
    kind === 'call' ? ['done', 'no_answer', 'failed', 'skipped'] : ['done', 'failed', 'skipped'];
  const called = nextContacts(step, contacts, history);
  return (
    <li class="plan-step">
      <p>
        <span class="event">{text}</span> {required && <span class="muted">({planTexts.required})</span>}
      </p>
      {called.length > 0 && (
        <ul>
          {called.map(({ id, name, phone }, place) => (
            <li key={id}>
              {place === 0 && kind === 'call' && <span class="event">{planTexts.call}</span>}{' '}
              <PhoneLink phone={phone} /> {name}
            </li>
          ))}
        </ul>
      )}
      {kind === 'call' && role !== null && mayAct && called.length === 0 && (
        <p class="muted">{planTexts.nobody}</p>
      )}
      {/* The line exists even without an outcome, so that the buttons stay where they are. */}
      <p>
        <span class={MARKS[outcome ?? ''] ?? 'mark mark-off'}>
          {outcome === null ? '–' : (common.outcomes[outcome as StepOutcome] ?? outcome)}
        </span>{' '}
        <span class="muted">
          {by && actorLabel(by)} {at && <Instant at={at} />}
        </span>
      </p>
      {note && <p class="note">{note}</p>}
      {mayAct && (
        <div class="buttons">
          {outcomes.map((it) => (
            <ActionButton key={it} isHeld={actions.isHeld} onPress={() => onOutcome(it)}>
              {planTexts.buttons[it]}
              <span class="unseen"> {text}</span>
            </ActionButton>
          ))}
        </div>
      )}
    </li>
  );
}
