import { useEffect, useState } from 'preact/hooks';
import type { GuardClient, User } from '../../client/index.ts';
import { Dialog } from '../parts/dialog.tsx';
import { instantText } from '../parts/instant.tsx';
import { inLanguages } from '../texts/language.ts';

const texts = inLanguages({
  en: {
    title: 'You need a second factor soon',
    text: (from: string) =>
      `From ${from}, signing in with a password takes a second factor: a code of an app on your phone. Set it up now, while nothing waits for you.`,
    setUp: 'Set it up now',
    later: 'Later',
  },
  pt: {
    title: 'Em breve precisa de um segundo fator',
    text: (from) =>
      `A partir de ${from}, iniciar sessão com palavra-passe exige um segundo fator: um código de uma aplicação no telemóvel. Configure-o agora, enquanto nada espera por si.`,
    setUp: 'Configurar agora',
    later: 'Mais tarde',
  },
  es: {
    title: 'Pronto necesitará un segundo factor',
    text: (from) =>
      `Desde ${from}, iniciar sesión con contraseña exige un segundo factor: un código de una aplicación del teléfono. Configúrelo ahora, mientras nada le espera.`,
    setUp: 'Configurarlo ahora',
    later: 'Más tarde',
  },
  de: {
    title: 'Sie brauchen bald einen zweiten Faktor',
    text: (from) =>
      `Ab ${from} verlangt die Anmeldung mit Passwort einen zweiten Faktor: einen Code einer App auf Ihrem Telefon. Richten Sie ihn jetzt ein, solange nichts auf Sie wartet.`,
    setUp: 'Jetzt einrichten',
    later: 'Später',
  },
});

interface FactorReminderProps {
  readonly guard: GuardClient;
  readonly user: User;
}

/** Reminds a person who has just signed in of a second factor that the tenant requires from a date, and that they lack. */
export function FactorReminder({ guard, user }: FactorReminderProps) {
  const [from, setFrom] = useState<string | null>(null);
  useEffect(() => {
    if (!user.password_login_enabled) return;
    const ending = new AbortController();
    guard.getTotp({ signal: ending.signal }).then(
      ({ enabled, required_from }) => !ending.signal.aborted && setFrom(enabled ? null : required_from),
      () => undefined, // the next sign-in reminds again
    );
    return () => ending.abort();
  }, [guard, user]);
  if (from === null) return null;
  return (
    <Dialog title={texts.title} onClose={() => setFrom(null)}>
      {(close) => (
        <>
          <p>{texts.text(instantText(from))}</p>
          <div class="buttons">
            <button type="button" onClick={close}>
              {texts.later}
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                close();
                location.hash = '#/account';
              }}
            >
              {texts.setUp}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
