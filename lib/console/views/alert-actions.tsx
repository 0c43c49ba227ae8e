import type { RefObject, TargetedSubmitEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Alert, Resolution } from '../../client/index.ts';
import type { Actions } from '../hooks/use-actions.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import * as limits from '../state/limits.ts';
import { mayReopen } from '../state/reopening.ts';
import { RESOLUTION_LABELS } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';
import { useAfterDesk } from './use-after-desk.ts';

interface AlertActionsProps {
  readonly alert: Alert;
  readonly userId: string;
  /** The time of the service. */
  readonly now: number;
  readonly actions: Actions;
  /** Called after a note or a failed action, which do not change the version of the alert. */
  readonly refresh: () => void;
}

/**
 * The actions on an alert, at the bottom of the screen. A note and the choice of an outcome open above the buttons, so that
 * these keep their places: the second half of a double click presses the same button again, which is on hold.
 */
export function AlertActions({ alert, userId, now, actions, refresh }: AlertActionsProps) {
  const { isHeld, hold, drafts, asked, stopAsking, askPark } = actions;
  const note = useDraft(drafts, alert.id);
  const [isNoting, setNoting] = useState(note !== '');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const outcomes = useRef<HTMLFieldSetElement>(null);
  const isOpen = alert.status !== 'resolved';
  const isAsking = isOpen && asked?.isInPlace === true && asked.alerts[0]?.id === alert.id;
  const canReopen = mayReopen(alert, now);
  const canPark = alert.status === 'acknowledged';
  const isParking = canPark && actions.parking === alert.id;
  const afterDesk = useAfterDesk(isParking);
  const canTakeOver = alert.status === 'acknowledged' && alert.acknowledged_by !== userId;
  const isUnsent = actions.unsent.has(alert.id);
  useLayoutEffect(() => hold(OPENING_HOLD_MS), [hold, isAsking, isNoting, isParking, canReopen, canTakeOver]);
  useFocusWhileOpen(field, isNoting);
  useFocusWhileOpen(outcomes, isAsking);
  useEffect(() => stopAsking, [stopAsking]);
  useEffect(() => () => askPark(undefined), [askPark]);

  /** After an action, the note was sent with it. */
  const after = (isDone: boolean) => {
    if (isDone) setNoting(false);
    else refresh();
  };
  const resolve = async (resolution: Resolution) => {
    stopAsking();
    after(await actions.resolve([alert], resolution, asked?.onDone));
  };
  /** Whether there is a note; asks for one otherwise. */
  const hasNote = () => {
    if (note.trim() !== '') return true;
    setNoting(true);
    setProblem(desk.actions.noteFirst);
    field.current?.focus();
    return false;
  };
  const addNote = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasNote()) return;
    after(await actions.addNote(alert));
    refresh();
  };

  return (
    <form
      class="actions"
      onSubmit={addNote}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(isAsking || isNoting || isParking)) return;
        event.stopPropagation();
        if (isAsking) stopAsking();
        else if (isParking) askPark(undefined);
        else setNoting(false);
      }}
    >
      {isNoting && (
        <div class="note-field">
          <label>
            {desk.actions.note}
            <textarea
              ref={field}
              name="note"
              rows={2}
              maxLength={limits.NoteInput.text.most}
              value={note}
              onInput={({ currentTarget: { value } }) => {
                setProblem(undefined);
                drafts.change(alert.id, value);
              }}
            />
          </label>
          <p class="problem" role="alert">
            {problem}
          </p>
          <ActionButton type="submit" isHeld={isHeld}>
            {desk.actions.addNote}
          </ActionButton>
        </div>
      )}
      {isParking && afterDesk && (
        <afterDesk.ParkForm
          alert={alert}
          actions={actions}
          onDone={after}
          onClose={() => askPark(undefined)}
        />
      )}
      {canReopen && (
        <ActionButton
          isHeld={isHeld}
          onPress={async () => {
            if (hasNote()) after(await actions.reopen(alert));
          }}
        >
          {desk.actions.reopen}
        </ActionButton>
      )}
      {isAsking && (
        <fieldset ref={outcomes} class="outcomes" tabIndex={-1}>
          <legend>{desk.actions.whatWasIt}</legend>
          {(Object.keys(RESOLUTION_LABELS) as Resolution[]).map((it) => (
            <ActionButton key={it} isHeld={isHeld} onPress={() => resolve(it)}>
              {RESOLUTION_LABELS[it]}
            </ActionButton>
          ))}
        </fieldset>
      )}
      <div class="buttons in-places">
        <ActionButton
          class={canTakeOver ? undefined : 'primary'}
          isHeld={isHeld}
          isOff={isUnsent || !(canTakeOver || alert.status === 'active')}
          onPress={async () =>
            after(await (canTakeOver ? actions.takeOver(alert) : actions.acknowledge([alert])))
          }
        >
          {isUnsent
            ? desk.unsent.notSent
            : alert.status === 'active'
              ? desk.actions.acknowledge
              : canTakeOver
                ? desk.actions.takeOver
                : common.statuses.acknowledged}
        </ActionButton>
        <ActionButton
          isHeld={isHeld}
          isOff={!isOpen}
          aria-expanded={isAsking}
          onPress={() => (isAsking ? stopAsking() : actions.ask([alert]))}
        >
          {isOpen ? desk.actions.resolve : common.statuses.resolved}
        </ActionButton>
        <ActionButton
          isHeld={isHeld}
          isOff={!canPark}
          aria-expanded={isParking}
          onPress={() => askPark(isParking ? undefined : alert.id)}
        >
          {alert.parked ? desk.list.parked : desk.actions.park}
        </ActionButton>
        <ActionButton isHeld={isHeld} aria-expanded={isNoting} onPress={() => setNoting(!isNoting)}>
          {desk.actions.note}
        </ActionButton>
      </div>
    </form>
  );
}

/** A part gets the focus when it opens. When it closes, the focus returns, unless a person has moved it elsewhere. */
function useFocusWhileOpen(part: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    const wasDrawn = isDrawn.current;
    isDrawn.current = true;
    if (!isOpen || !wasDrawn) return;
    const before = document.activeElement;
    part.current?.focus();
    return () => {
      const isElsewhere = document.activeElement !== document.body;
      if (!isElsewhere && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [part, isOpen]);
}
