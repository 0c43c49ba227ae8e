import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    title: 'Who depends on it',
    kinds: {
      dependent: 'Only by this provider',
      ready: 'By the provider or a password',
      passwordOnly: 'Only by a password',
    },
    nobody: 'nobody',
    others: (count: string) => `${count} others`,
    cut: 'More people have such an address than this page has read.',
    require: 'Require single sign-on',
    requireTitle: 'Require single sign-on?',
    requireText: (names: string) =>
      `From their next sign-in on, the passwords of ${names} do not count any more. Open sessions last. Test the sign-in with one of them first.`,
    keep: (names: string) =>
      `${names} would be locked out, because single sign-on is not allowed for them: they keep their passwords.`,
    youKeep: 'You keep your password, in case the provider fails.',
    disableTitle: 'Disable the provider?',
    disable: 'Disable it',
    lockedOut: (names: string) =>
      `They cannot sign in any more, because they have no password: ${names}. Open sessions last.`,
    notLockedOut: 'Nobody is locked out: everybody with such an address has a password.',
  },
  pt: {
    title: 'Quem depende dele',
    kinds: {
      dependent: 'Só por este fornecedor',
      ready: 'Pelo fornecedor ou por palavra-passe',
      passwordOnly: 'Só por palavra-passe',
    },
    nobody: 'ninguém',
    others: (count) => `mais ${count}`,
    cut: 'Há mais pessoas com um endereço destes do que esta página leu.',
    require: 'Exigir o início de sessão único',
    requireTitle: 'Exigir o início de sessão único?',
    requireText: (names) =>
      `A partir do próximo início de sessão, as palavras-passe de ${names} deixam de contar. As sessões abertas continuam. Teste antes o início de sessão com uma destas pessoas.`,
    keep: (names) =>
      `${names} ficariam de fora, porque o início de sessão único não lhes é permitido: mantêm as palavras-passe.`,
    youKeep: 'Você mantém a sua palavra-passe, para o caso de o fornecedor falhar.',
    disableTitle: 'Desativar o fornecedor?',
    disable: 'Desativar',
    lockedOut: (names) =>
      `Deixam de poder iniciar sessão, porque não têm palavra-passe: ${names}. As sessões abertas continuam.`,
    notLockedOut: 'Ninguém fica de fora: quem tem um endereço destes tem palavra-passe.',
  },
  es: {
    title: 'Quién depende de él',
    kinds: {
      dependent: 'Solo por este proveedor',
      ready: 'Por el proveedor o con contraseña',
      passwordOnly: 'Solo con contraseña',
    },
    nobody: 'nadie',
    others: (count) => `${count} más`,
    cut: 'Hay más personas con una dirección así de las que esta página ha leído.',
    require: 'Exigir el inicio de sesión único',
    requireTitle: '¿Exigir el inicio de sesión único?',
    requireText: (names) =>
      `Desde su próximo inicio de sesión, las contraseñas de ${names} ya no cuentan. Las sesiones abiertas siguen. Pruebe antes el inicio de sesión con una de estas personas.`,
    keep: (names) =>
      `${names} quedarían fuera, porque el inicio de sesión único no les está permitido: conservan sus contraseñas.`,
    youKeep: 'Usted conserva su contraseña, por si el proveedor falla.',
    disableTitle: '¿Desactivar el proveedor?',
    disable: 'Desactivarlo',
    lockedOut: (names) =>
      `Ya no pueden iniciar sesión, porque no tienen contraseña: ${names}. Las sesiones abiertas siguen.`,
    notLockedOut: 'Nadie queda fuera: quien tiene una dirección así tiene contraseña.',
  },
  de: {
    title: 'Wer davon abhängt',
    kinds: {
      dependent: 'Nur über diesen Anbieter',
      ready: 'Über den Anbieter oder mit Passwort',
      passwordOnly: 'Nur mit Passwort',
    },
    nobody: 'niemand',
    others: (count) => `${count} weitere`,
    cut: 'Mehr Personen haben eine solche Adresse, als diese Seite gelesen hat.',
    require: 'Single Sign-on verlangen',
    requireTitle: 'Single Sign-on verlangen?',
    requireText: (names) =>
      `Ab der nächsten Anmeldung gelten die Passwörter dieser Personen nicht mehr: ${names}. Offene Sitzungen bleiben. Testen Sie vorher die Anmeldung mit einer von ihnen.`,
    keep: (names) =>
      `Ausgesperrt wären, weil ihnen Single Sign-on nicht erlaubt ist: ${names}. Sie behalten ihr Passwort.`,
    youKeep: 'Sie selbst behalten Ihr Passwort, falls der Anbieter ausfällt.',
    disableTitle: 'Den Anbieter deaktivieren?',
    disable: 'Deaktivieren',
    lockedOut: (names) =>
      `Nicht mehr anmelden können sich, weil sie kein Passwort haben: ${names}. Offene Sitzungen bleiben.`,
    notLockedOut: 'Niemand wird ausgesperrt: Wer eine solche Adresse hat, hat ein Passwort.',
  },
});
