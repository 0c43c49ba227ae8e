import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Alert, Resolution } from '../../client/index.ts';
import type { Actions } from '../hooks/use-actions.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import { mayReopen } from '../state/reopening.ts';
import { RESOLUTION_LABELS } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';

interface AlertActionsProps {
  readonly alert: Alert;
  /** The time of the service. */
  readonly now: number;
  readonly actions: Actions;
  /** Called after a note or a failed action, which do not change the version of the alert. */
  readonly refresh: () => void;
}

const LONGEST_NOTE = 2_000;

/**
 * The buttons to acknowledge, add a note and resolve, with one field for the note of each. No button ever takes the place of
 * another: the second half of a double click would press it.
 */
export function AlertActions({ alert, now, actions, refresh }: AlertActionsProps) {
  const { isHeld, hold, drafts } = actions;
  const { note, resolution } = useDraft(drafts, alert.id);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => hold(OPENING_HOLD_MS), [hold]);

  const acknowledge = async () => {
    if (!(await actions.acknowledge([alert]))) refresh();
  };
  const resolve = async () => {
    if (!resolution) actions.ask([alert]);
    else if (!(await actions.resolve([alert], resolution))) refresh();
  };
  /** Whether there is a note; asks for one otherwise. */
  const hasNote = () => {
    if (note.trim() !== '') return true;
    setProblem(desk.actions.noteFirst);
    field.current?.focus();
    return false;
  };
  const addNote = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasNote()) return;
    await actions.addNote(alert);
    refresh();
  };
  const reopen = async () => {
    if (hasNote() && !(await actions.reopen(alert))) refresh();
  };

  const isOpen = alert.status !== 'resolved';
  return (
    <form class="actions" onSubmit={addNote}>
      <label>
        {desk.actions.note}
        <textarea
          ref={field}
          name="note"
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onInput={({ currentTarget: { value } }) => {
            setProblem(undefined);
            drafts.change(alert.id, { note: value });
          }}
        />
      </label>
      <label>
        {desk.detail.outcome}
        <select
          name="resolution"
          disabled={!isOpen}
          value={(isOpen ? resolution : alert.resolution) ?? ''}
          onChange={({ currentTarget: { value } }) =>
            drafts.change(alert.id, {
              resolution: (Object.keys(RESOLUTION_LABELS) as Resolution[]).find((it) => it === value),
            })
          }
        >
          <option value="">{isOpen ? desk.actions.chooseOutcome : desk.actions.noOutcome}</option>
          {Object.entries(RESOLUTION_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <div class="buttons in-places">
        <ActionButton class="primary" isOff={isHeld || alert.status !== 'active'} onPress={acknowledge}>
          {alert.acknowledged_at === null ? desk.actions.acknowledge : desk.statuses.acknowledged}
        </ActionButton>
        <ActionButton isOff={isHeld || !isOpen} onPress={resolve}>
          {isOpen ? desk.actions.resolve : desk.statuses.resolved}
        </ActionButton>
        <ActionButton type="submit" isOff={isHeld}>
          {desk.actions.addNote}
        </ActionButton>
      </div>
      {mayReopen(alert, now) && (
        <ActionButton isOff={isHeld} onPress={reopen}>
          {desk.actions.reopen}
        </ActionButton>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}
