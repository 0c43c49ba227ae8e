import type { TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Alert, GuardClient, Resolution } from '../../client/index.ts';
import { problemText } from '../services/problem.ts';
import { RESOLUTION_LABELS } from '../state/words.ts';

interface AlertActionsProps {
  readonly guard: GuardClient;
  readonly alert: Alert;
  /** Called after each action with the alert as it is then, where the action answers it. */
  readonly onActed: (alert: Alert | undefined) => void;
}

const LONGEST_NOTE = 2_000;

/** Acknowledge, note, resolve: one field for the words of each. */
export function AlertActions({ guard, alert, onActed }: AlertActionsProps) {
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  /** `did` says what was done, for who hears the screen. */
  async function act(did: string, action: (note: string) => Promise<Alert | undefined>) {
    const note = form.current?.querySelector('textarea');
    setBusy(true);
    setProblem(undefined);
    try {
      const after = await action(note?.value.trim() ?? '');
      if (note) note.value = '';
      setDone(did);
      onActed(after);
    } catch (error) {
      setProblem(problemText(error));
      onActed(undefined);
    } finally {
      setBusy(false);
    }
  }

  const acknowledge = () =>
    act('Acknowledged.', (note) => guard.alerts.acknowledge(alert.id, { note: note || undefined }));
  const resolve = () => {
    const chosen = form.current && new FormData(form.current).get('resolution');
    const resolution = (Object.keys(RESOLUTION_LABELS) as Resolution[]).find((it) => it === chosen);
    return act('Resolved.', (note) =>
      guard.alerts.resolve(alert.id, { note: note || undefined, resolution }),
    );
  };
  const addNote = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = form.current?.querySelector('textarea');
    if (field?.value.trim() === '') {
      setProblem('Write the note first.');
      field.focus();
      return;
    }
    // One key for one press: where the answer is lost, the client asks again and nothing is noted twice.
    const idempotencyKey = crypto.randomUUID();
    return act('Noted.', async (note) => {
      await guard.alerts.addNote(alert.id, note, { idempotencyKey });
      return undefined;
    });
  };

  const isOpen = alert.status !== 'resolved';
  return (
    <form class="actions" ref={form} onSubmit={addNote}>
      <label>
        Note
        <textarea name="note" rows={2} maxLength={LONGEST_NOTE} />
      </label>
      {isOpen && (
        <label>
          Outcome
          <select name="resolution">
            <option value="">Not said</option>
            {Object.entries(RESOLUTION_LABELS).map(([resolution, label]) => (
              <option key={resolution} value={resolution}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="buttons">
        {alert.status === 'active' && (
          <button type="button" class="primary" disabled={isBusy} onClick={acknowledge}>
            Acknowledge
          </button>
        )}
        {isOpen && (
          <button type="button" disabled={isBusy} onClick={resolve}>
            Resolve
          </button>
        )}
        <button type="submit" disabled={isBusy}>
          Add note
        </button>
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
      <p class="unseen" role="status">
        {done}
      </p>
    </form>
  );
}
