import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { shortly } from '../components/instant.tsx';
import type { Actions } from '../hooks/use-actions.ts';
import { Clock } from '../hooks/use-now.ts';
import * as limits from '../state/limits.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';

interface ParkFormProps {
  readonly alert: Alert;
  readonly actions: Actions;
  /** Called with whether it was done. */
  readonly onDone: (isDone: boolean) => void;
  readonly onClose: () => void;
}

/** For how many minutes an alert is parked: at most 60 if it is critical, and a day otherwise. */
const MINUTES = {
  critical: [15, 30, 60],
  others: [30, 60, 120, 240, 480, 1_440],
} as const;

/** Asks why an acknowledged alert can wait, and until when. A parked one is also brought back. */
export function ParkForm({ alert, actions, onDone, onClose }: ParkFormProps) {
  const { isHeld } = actions;
  const clock = useContext(Clock);
  const [reason, setReason] = useState(alert.parked?.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      const isHere = form.current?.contains(document.activeElement) ?? true;
      if (!isHere) return;
      const next = before === document.body ? document.getElementById('detail-heading') : before;
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  const park = async (minutes: number) => {
    if (reason.trim() === '') {
      setProblem(desk.actions.reasonFirst);
      field.current?.focus();
      return;
    }
    const until = new Date(clock() + minutes * 60_000);
    const untilText = shortly(until, clock());
    const isDone = await actions.park(alert, { until, untilText, reason: reason.trim() });
    if (isDone) onClose();
    onDone(isDone);
  };
  const bringBack = async () => {
    const isDone = await actions.unpark(alert);
    if (isDone) onClose();
    onDone(isDone);
  };
  return (
    <div class="park-form" ref={form}>
      <label>
        {desk.actions.whyItWaits}
        <input
          ref={field}
          name="park-reason"
          autocomplete="off"
          maxLength={limits.ParkInput.reason.most}
          value={reason}
          onInput={({ currentTarget: { value } }) => {
            setProblem(undefined);
            setReason(value);
          }}
          onKeyDown={(event) => {
            // Return would send the form, which adds a note.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </label>
      <p class="problem" role="alert">
        {problem}
      </p>
      <fieldset class="outcomes">
        <legend>{desk.actions.untilWhen}</legend>
        {MINUTES[alert.severity === 'critical' ? 'critical' : 'others'].map((minutes) => (
          <ActionButton key={minutes} isHeld={isHeld} onPress={() => park(minutes)}>
            {minutes < 60 ? desk.actions.minutes(minutes) : desk.actions.hours(minutes / 60)}
          </ActionButton>
        ))}
      </fieldset>
      {alert.parked && (
        <ActionButton isHeld={isHeld} onPress={bringBack}>
          {desk.actions.bringBack}
        </ActionButton>
      )}
    </div>
  );
}
