import { useContext, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { shortly } from '../components/instant.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { Clock } from '../hooks/use-now.ts';
import { problemText } from '../services/problem.ts';
import * as limits from '../state/limits.ts';
import { desk } from '../texts/desk.ts';
import { inLanguages } from '../texts/language.ts';
import { ActionButton } from './action-button.tsx';

const texts = inLanguages({
  en: {
    extend: 'Extend',
    why: 'Who asked for it, and why',
    noteFirst: 'Write down first who asked for it.',
    by: 'Until in',
    done: (time: string) =>
      `Extended until ${time}. If the site is not ready then, this alert is active again.`,
  },
  pt: {
    extend: 'Prolongar',
    why: 'Quem o pediu, e porquê',
    noteFirst: 'Anote primeiro quem o pediu.',
    by: 'Por mais',
    done: (time) =>
      `Prolongado até ${time}. Se o local então não estiver pronto, este alerta fica de novo ativo.`,
  },
  es: {
    extend: 'Prolongar',
    why: 'Quién lo pidió, y por qué',
    noteFirst: 'Anote primero quién lo pidió.',
    by: 'Por otros',
    done: (time) =>
      `Prolongado hasta ${time}. Si el sitio no está listo entonces, esta alerta vuelve a estar activa.`,
  },
  de: {
    extend: 'Verlängern',
    why: 'Wer darum bat und warum',
    noteFirst: 'Halten Sie zuerst fest, wer darum bat.',
    by: 'Um weitere',
    done: (time) =>
      `Verlängert bis ${time}. Ist das Objekt dann nicht so weit, wird dieser Alarm wieder aktiv.`,
  },
});

/** The types of alerts whose deadline somebody may have moved by telephone. */
const EXTENDABLE: readonly string[] = ['late-to-close', 'late-to-open'];

const MINUTES = [15, 30, 60, 120, 240] as const;

interface ExtendDeadlineProps {
  readonly alert: Alert;
  /** The id of the supervision that raised the alert. */
  readonly supervisionId: string | undefined;
  readonly refresh: () => void;
}

/** Moves the deadline behind an alert, with a note about who asked for it; nothing for other alerts. */
export function ExtendDeadline({ alert, supervisionId, refresh }: ExtendDeadlineProps) {
  const { guard } = useConsole();
  const clock = useContext(Clock);
  const [isOpen, open] = useState(false);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  if (supervisionId === undefined || alert.status === 'resolved' || !EXTENDABLE.includes(alert.type))
    return null;
  async function extend(minutes: number) {
    if (note.trim() === '') {
      setProblem(texts.noteFirst);
      field.current?.focus();
      return;
    }
    if (supervisionId === undefined || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const until = new Date(clock() + minutes * 60_000);
    try {
      await guard.supervisions.extend(supervisionId, { until: until.toISOString(), note: note.trim() });
      setDone(texts.done(shortly(until, clock())));
      setNote('');
      open(false);
      refresh();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }
  return (
    <section class="extend">
      <p role="status">{done}</p>
      {!isOpen && (
        <button type="button" onClick={() => open(true)}>
          {texts.extend}
        </button>
      )}
      {isOpen && (
        <div class="park-form">
          <label>
            {texts.why}
            <input
              ref={field}
              name="extend-note"
              autocomplete="off"
              maxLength={limits.SupervisionExtensionInput.note.most}
              value={note}
              onInput={({ currentTarget: { value } }) => {
                setProblem(undefined);
                setNote(value);
              }}
            />
          </label>
          <p class="problem" role="alert">
            {problem}
          </p>
          <fieldset class="outcomes">
            <legend>{texts.by}</legend>
            {MINUTES.map((minutes) => (
              <ActionButton key={minutes} isHeld={isBusy} onPress={() => void extend(minutes)}>
                {minutes < 60 ? desk.actions.minutes(minutes) : desk.actions.hours(minutes / 60)}
              </ActionButton>
            ))}
          </fieldset>
        </div>
      )}
    </section>
  );
}
