import type { PersonAccess, User } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Instant, instantText } from '../../components/instant.tsx';
import { Facts, Panel, Reading } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { hasPassword } from '../../state/has-password.ts';
import { formatNumber, inLanguages } from '../../texts/language.ts';
import { notifiedTexts } from '../../texts/notified-texts.ts';

/** What the list of people says besides the user. */
export type Access = Omit<PersonAccess, keyof User>;

export const texts = inLanguages({
  en: {
    title: 'Sign-in and messages',
    signIn: 'Sign-in',
    factor: 'Password and second factor',
    noFactor: 'Password only',
    sso: 'Single sign-on',
    off: 'Cannot sign in',
    passwordUntil: (at: string) => `until ${at}`,
    keepPassword: 'Keep the password',
    keepPasswordTitle: 'Keep the password?',
    keepPasswordText: (name: string) => `The password of ${name} goes on counting.`,
    open: 'Invited',
    expired: 'No valid invitation',
    until: 'valid until',
    reachedBy: 'Messages by',
    unverified: 'not verified',
    nobody: 'No channel',
    sites: 'Sites',
    all: 'All',
    atDesk: 'At the desk now',
    yes: 'Yes',
    no: 'No',
  },
  pt: {
    title: 'Início de sessão e mensagens',
    signIn: 'Início de sessão',
    factor: 'Palavra-passe e segundo fator',
    noFactor: 'Só palavra-passe',
    sso: 'Início de sessão único',
    off: 'Não pode iniciar sessão',
    passwordUntil: (at) => `até ${at}`,
    keepPassword: 'Manter a palavra-passe',
    keepPasswordTitle: 'Manter a palavra-passe?',
    keepPasswordText: (name) => `A palavra-passe de ${name} continua a contar.`,
    open: 'Convidada',
    expired: 'Sem convite válido',
    until: 'válido até',
    reachedBy: 'Mensagens por',
    unverified: 'não verificado',
    nobody: 'Sem canal',
    sites: 'Locais',
    all: 'Todos',
    atDesk: 'Está agora no posto',
    yes: 'Sim',
    no: 'Não',
  },
  es: {
    title: 'Inicio de sesión y mensajes',
    signIn: 'Inicio de sesión',
    factor: 'Contraseña y segundo factor',
    noFactor: 'Solo contraseña',
    sso: 'Inicio de sesión único',
    off: 'No puede iniciar sesión',
    passwordUntil: (at) => `hasta ${at}`,
    keepPassword: 'Conservar la contraseña',
    keepPasswordTitle: '¿Conservar la contraseña?',
    keepPasswordText: (name) => `La contraseña de ${name} sigue contando.`,
    open: 'Invitada',
    expired: 'Sin invitación válida',
    until: 'válida hasta',
    reachedBy: 'Mensajes por',
    unverified: 'sin verificar',
    nobody: 'Sin canal',
    sites: 'Sitios',
    all: 'Todos',
    atDesk: 'Está ahora en el puesto',
    yes: 'Sí',
    no: 'No',
  },
  de: {
    title: 'Anmeldung und Nachrichten',
    signIn: 'Anmeldung',
    factor: 'Passwort und zweiter Faktor',
    noFactor: 'Nur Passwort',
    sso: 'Single Sign-on',
    off: 'Kann sich nicht anmelden',
    passwordUntil: (at) => `bis ${at}`,
    keepPassword: 'Passwort behalten',
    keepPasswordTitle: 'Das Passwort behalten?',
    keepPasswordText: (name) => `Das Passwort von ${name} gilt weiter.`,
    open: 'Eingeladen',
    expired: 'Keine gültige Einladung',
    until: 'gültig bis',
    reachedBy: 'Nachrichten per',
    unverified: 'nicht bestätigt',
    nobody: 'Kein Kanal',
    sites: 'Objekte',
    all: 'Alle',
    atDesk: 'Jetzt am Platz',
    yes: 'Ja',
    no: 'Nein',
  },
});

type Shown = Pick<User, 'password_login_enabled' | 'sso_login_enabled'> & Access;

/** How a person signs in, or why not yet. */
export function SignInState({ person, now }: { readonly person: Shown; readonly now: number }) {
  const { invitation, invitation_expires_at: until, second_factor, password_login_ends_at: endsAt } = person;
  if (invitation === 'open') {
    return (
      <>
        <span class="mark">{texts.open}</span>{' '}
        {until !== null && (
          <span class="muted">
            {texts.until} <Instant at={until} />
          </span>
        )}
      </>
    );
  }
  if (invitation === 'expired') return <span class="mark mark-bad">{texts.expired}</span>;
  if (hasPassword(person, now)) {
    return (
      <>
        {second_factor ? texts.factor : texts.noFactor}
        {endsAt !== null && <span class="muted"> {texts.passwordUntil(instantText(endsAt))}</span>}
      </>
    );
  }
  return <>{person.sso_login_enabled ? texts.sso : texts.off}</>;
}

/** The kinds of channels that reach a person, and those that would if they were verified. */
export function channelText(channels: Access['channels']): string {
  const verified = new Set(channels.filter((it) => it.verified).map(({ kind }) => kind));
  const kinds = [...new Set(channels.map(({ kind }) => kind))];
  const words = kinds.map((kind) =>
    verified.has(kind) ? notifiedTexts.kinds[kind] : `${notifiedTexts.kinds[kind]} (${texts.unverified})`,
  );
  return words.join(', ') || texts.nobody;
}

export const siteCountText = (count: number | null) => (count === null ? texts.all : formatNumber(count));

interface AccessFactsProps {
  readonly now: number;
  readonly person: User;
}

/** How a person signs in and is reached. Reads again when the person changes. */
export function AccessFacts({ now, person }: AccessFactsProps) {
  const { guard } = useConsole();
  const { id, tenant_id: tenantId, updated_at: version } = person;
  const { value, error, again } = useRead(
    async (signal) =>
      (await guard.users.listPeople({ user_id: id, tenant_id: tenantId }, { signal }).page()).data[0],
    [guard, id, tenantId, version],
  );
  return (
    <Panel
      title={texts.title}
      actions={
        value?.password_login_enabled &&
        value.password_login_ends_at !== null && (
          <ConfirmButton
            label={texts.keepPassword}
            title={texts.keepPasswordTitle}
            text={texts.keepPasswordText(value.name)}
            action={texts.keepPassword}
            onConfirm={async () => {
              await guard.users.update(id, { password_login_ends_at: null });
              again();
            }}
          />
        )
      }
    >
      {value ? (
        <Facts
          facts={[
            [texts.signIn, <SignInState person={value} now={now} />],
            [texts.reachedBy, channelText(value.channels)],
            [texts.sites, siteCountText(value.site_count)],
            [texts.atDesk, value.at_desk ? texts.yes : texts.no],
          ]}
        />
      ) : (
        <Reading error={error} again={again} />
      )}
    </Panel>
  );
}
