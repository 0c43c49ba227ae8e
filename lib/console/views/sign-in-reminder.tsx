import { useEffect, useState } from 'preact/hooks';
import type { GuardClient, SecondFactor, User } from '../../client/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { instantText } from '../components/instant.tsx';
import { inLanguages } from '../texts/language.ts';

const texts = inLanguages({
  en: {
    title: 'You need a second factor soon',
    text: (from: string) =>
      `From ${from}, signing in with a password takes a second factor: a code of an app on your phone. Set it up now, while nothing waits for you.`,
    setUp: 'Set it up now',
    later: 'Later',
    ssoTitle: 'You will sign in with single sign-on',
    sso: (from: string) =>
      `From ${from}, your password does not count any more: you sign in with your organization’s single sign-on. Try it before then.`,
    understood: 'Understood',
  },
  pt: {
    title: 'Em breve precisa de um segundo fator',
    text: (from) =>
      `A partir de ${from}, iniciar sessão com palavra-passe exige um segundo fator: um código de uma aplicação no telemóvel. Configure-o agora, enquanto nada espera por si.`,
    setUp: 'Configurar agora',
    later: 'Mais tarde',
    ssoTitle: 'Vai usar o início de sessão único',
    sso: (from) =>
      `A partir de ${from}, a sua palavra-passe deixa de contar: use o início de sessão único da sua organização. Experimente-o antes.`,
    understood: 'Compreendi',
  },
  es: {
    title: 'Pronto necesitará un segundo factor',
    text: (from) =>
      `Desde ${from}, iniciar sesión con contraseña exige un segundo factor: un código de una aplicación del teléfono. Configúrelo ahora, mientras nada le espera.`,
    setUp: 'Configurarlo ahora',
    later: 'Más tarde',
    ssoTitle: 'Usará el inicio de sesión único',
    sso: (from) =>
      `Desde ${from}, su contraseña ya no cuenta: use el inicio de sesión único de su organización. Pruébelo antes.`,
    understood: 'Entendido',
  },
  de: {
    title: 'Sie brauchen bald einen zweiten Faktor',
    text: (from) =>
      `Ab ${from} verlangt die Anmeldung mit Passwort einen zweiten Faktor: einen Code einer App auf Ihrem Telefon. Richten Sie ihn jetzt ein, solange nichts auf Sie wartet.`,
    setUp: 'Jetzt einrichten',
    later: 'Später',
    ssoTitle: 'Sie melden sich bald mit Single Sign-on an',
    sso: (from) =>
      `Ab ${from} gilt Ihr Passwort nicht mehr: Sie melden sich mit dem Single Sign-on Ihrer Organisation an. Probieren Sie es vorher aus.`,
    understood: 'Verstanden',
  },
});

interface SignInReminderProps {
  readonly guard: GuardClient;
  readonly user: User;
}

/** A date from which a person signs in differently, and what changes then. */
interface Reminder {
  readonly kind: 'factor' | 'sso';
  readonly from: string;
}

/**
 * Reminds a person who has just signed in of a date that concerns their password: it stops counting, or takes a second factor
 * that they lack.
 */
export function SignInReminder({ guard, user }: SignInReminderProps) {
  const [reminder, setReminder] = useState<Reminder>();
  useEffect(() => {
    if (!user.password_login_enabled) return;
    const ending = new AbortController();
    guard.getTotp({ signal: ending.signal }).then(
      (status) => !ending.signal.aborted && setReminder(reminderOf(status)),
      () => undefined, // the next sign-in reminds again
    );
    return () => ending.abort();
  }, [guard, user]);
  if (!reminder) return null;
  const { kind, from } = reminder;
  const isSso = kind === 'sso';
  return (
    <Dialog title={isSso ? texts.ssoTitle : texts.title} onClose={() => setReminder(undefined)}>
      {(close) => (
        <>
          <p>{isSso ? texts.sso(instantText(from)) : texts.text(instantText(from))}</p>
          <div class="buttons">
            <button type="button" class={isSso ? 'primary' : undefined} onClick={close}>
              {isSso ? texts.understood : texts.later}
            </button>
            {!isSso && (
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
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The earlier date, because nobody needs a second factor for a password that does not count any more. */
function reminderOf({
  enabled,
  required_from: factorFrom,
  password_login_ends_at: endsAt,
}: SecondFactor): Reminder | undefined {
  const from = enabled ? null : factorFrom;
  if (endsAt !== null && (from === null || Date.parse(endsAt) <= Date.parse(from)))
    return { kind: 'sso', from: endsAt };
  return from === null ? undefined : { kind: 'factor', from };
}
