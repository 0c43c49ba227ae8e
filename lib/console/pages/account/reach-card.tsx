import { useState } from 'preact/hooks';
import { ScreenLink } from '../../components/link.tsx';
import { useActionHold } from '../../hooks/use-action-hold.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { Chime } from '../../services/chime.ts';
import { problemText } from '../../services/problem.ts';
import { mayAct } from '../../state/may-act.ts';
import { inLanguages } from '../../texts/language.ts';
import { texts as channels } from './channels-texts.ts';
import { addThisBrowser } from './own-channels.tsx';

interface ReachCardProps {
  readonly onClose: () => void;
}

/** Asks a person at their first sign-in for what Guard needs to reach them: a telephone, this browser, and sound. */
export function ReachCard({ onClose }: ReachCardProps) {
  const { guard, user } = useConsole();
  const { value: list, again } = useRead((signal) => guard.channels.list({ signal }), [guard]);
  const [message, setMessage] = useState('');
  const [isHeard, setHeard] = useState(false);
  const { isHeld, run } = useActionHold();
  if (!list) return null;
  const has = (kind: 'sms' | 'push') => list.data.some((it) => it.kind === kind && it.verified_at !== null);
  const steps = [
    {
      name: texts.phone,
      isWanted: !list.off.includes('sms'),
      isDone: has('sms'),
      action: (
        <ScreenLink class="button" to={{ view: 'account', itemId: undefined, tab: 'sms' }}>
          {channels.add.sms}
        </ScreenLink>
      ),
    },
    {
      name: texts.browser,
      isWanted: !list.off.includes('push'),
      isDone: has('push'),
      action: (
        <button
          type="button"
          aria-disabled={isHeld}
          onClick={() =>
            run(async () => {
              const added = addThisBrowser(
                user.id,
                list.push_key ?? undefined,
                guard.channels.create.bind(guard.channels),
              );
              setMessage(await added.catch(problemText));
              again();
            })
          }
        >
          {channels.add.push}
        </button>
      ),
    },
    {
      name: texts.sound,
      isWanted: mayAct(user.role),
      isDone: isHeard,
      action: (
        <button
          type="button"
          onClick={() => {
            playOnce();
            setHeard(true);
          }}
        >
          {texts.play}
        </button>
      ),
    },
  ].filter(({ isWanted }) => isWanted);
  return (
    <section class="panel reach-card" aria-label={texts.title}>
      <header class="page-head">
        <h2>{texts.title}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {steps.every(({ isDone }) => isDone) ? texts.close : texts.later}
        </button>
      </header>
      <ul>
        {steps.map(({ name, isDone, action }) => (
          <li key={name}>
            <span class={isDone ? 'mark' : 'mark mark-off'}>{name}</span> {isDone ? texts.done : action}
          </li>
        ))}
      </ul>
      <p role="status">{message}</p>
    </section>
  );
}

/** The sound of an alert. The click that asks for it lets the browser play it. */
function playOnce(): void {
  const chime = new Chime();
  const stop = chime.follow(() => {
    if (!chime.isAllowed) return;
    stop();
    chime.play('alert');
  });
  chime.allow();
}

const texts = inLanguages({
  en: {
    title: 'Can Guard reach you?',
    phone: 'Your telephone',
    browser: 'This browser',
    sound: 'The sound of an alert',
    play: 'Play it',
    done: 'ready',
    close: 'Close',
    later: 'Not now',
  },
  pt: {
    title: 'O Guard consegue contactá-lo?',
    phone: 'O seu telefone',
    browser: 'Este navegador',
    sound: 'O som de um alerta',
    play: 'Ouvir',
    done: 'pronto',
    close: 'Fechar',
    later: 'Agora não',
  },
  es: {
    title: '¿Puede Guard avisarle?',
    phone: 'Su teléfono',
    browser: 'Este navegador',
    sound: 'El sonido de una alerta',
    play: 'Escuchar',
    done: 'listo',
    close: 'Cerrar',
    later: 'Ahora no',
  },
  de: {
    title: 'Kann Guard Sie erreichen?',
    phone: 'Ihr Telefon',
    browser: 'Dieser Browser',
    sound: 'Der Ton eines Alarms',
    play: 'Anhören',
    done: 'bereit',
    close: 'Schließen',
    later: 'Nicht jetzt',
  },
});
