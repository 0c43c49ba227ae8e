import { useMemo, useRef, useState } from 'preact/hooks';
import { Combobox } from '../../components/combobox.tsx';
import { Panel } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useSites } from '../../hooks/use-sites.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { problemText } from '../../services/problem.ts';
import { optionsByName } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { texts } from './handover-texts.ts';

interface NoteFormProps {
  readonly onLeft: () => void;
}

/** Leaves a note to the next shift, about a site or in general. */
export function NoteForm({ onLeft }: NoteFormProps) {
  const { guard, tenantId } = useConsole();
  const [text, setText] = useState('');
  const [siteId, setSiteId] = useState('');
  const [state, setState] = useState<{ is: 'idle' | 'sending' | 'left'; problem?: string }>({ is: 'idle' });
  const { value: sites } = useSites(guard, tenantId, false);
  const field = useRef<HTMLTextAreaElement>(null);
  /** One key for each text: if the response is lost, pressing again leaves no second note. */
  const attempt = useRef<{ readonly said: string; readonly key: string } | undefined>(undefined);
  useUnsaved(text.trim() !== '');
  const options = useMemo(() => [{ value: '', label: texts.noSite }, ...optionsByName(sites ?? [])], [sites]);
  async function leave() {
    const said = text.trim();
    if (said === '') {
      setState({ is: 'idle', problem: texts.empty });
      return field.current?.focus();
    }
    setState({ is: 'sending' });
    const whole = `${siteId} ${said}`;
    if (attempt.current?.said !== whole) attempt.current = { said: whole, key: crypto.randomUUID() };
    try {
      const note = { text: said, ...(siteId ? { site_id: siteId } : {}) };
      const options = { idempotencyKey: attempt.current.key, ...(tenantId ? { tenantId } : {}) };
      await guard.handover.addNote(note, options);
      attempt.current = undefined;
      setText('');
      setState({ is: 'left' });
      onLeft();
    } catch (error) {
      setState({ is: 'idle', problem: problemText(error) });
    }
  }
  return (
    <div class="note-to-next">
      <Panel title={texts.newNote}>
        <form
          class="note-field"
          onSubmit={(event) => {
            event.preventDefault();
            if (state.is !== 'sending') void leave();
          }}
        >
          <label>
            <span class="unseen">{texts.newNote}</span>
            <textarea
              ref={field}
              name="handover-note"
              rows={3}
              maxLength={limits.HandoverNoteInput.text.most}
              value={text}
              aria-describedby="handover-note-hint"
              onInput={({ currentTarget: { value } }) => {
                setText(value);
                setState({ is: 'idle' });
              }}
            />
          </label>
          <p class="muted" id="handover-note-hint">
            {texts.noteHint}
          </p>
          <div class="list-bar">
            <Combobox label={texts.about} options={options} value={siteId} onChange={setSiteId} />
            <button type="submit" class="primary" aria-disabled={state.is === 'sending'}>
              {state.is === 'sending' ? common.saving : texts.leave}
            </button>
          </div>
          <p class="problem" role="alert">
            {state.problem}
          </p>
          <p role="status">{state.is === 'left' && texts.left}</p>
        </form>
      </Panel>
    </div>
  );
}
