import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    title: 'Who depends on it',
    kinds: {
      dependent: 'Only by this provider',
      ending: 'By a password until its date',
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
    requireFromText: (names: string, from: string) =>
      `From ${from}, the passwords of ${names} do not count any more. Open sessions last. Test the sign-in with one of them first.`,
    requiredFrom: 'Required from',
    requiredFromHint:
      'Until then, their passwords count, and they are reminded when they sign in. Empty: from the next sign-in.',
    keepPasswords: 'Keep the passwords',
    keepPasswordsTitle: 'Keep the passwords?',
    keepPasswordsText: (names: string) => `The passwords of ${names} go on counting.`,
    keep: (names: string) =>
      `${names} would be locked out, because single sign-on is not allowed for them: they keep their passwords.`,
    youKeep: 'You keep your password, in case the provider fails.',
    disableTitle: 'Disable the provider?',
    disable: 'Disable it',
    lockedOut: (names: string) =>
      `They cannot sign in any more, because they have no password: ${names}. Open sessions last.`,
    lockedOutSoon: (names: string) =>
      `Soon they cannot sign in either, because their passwords stop counting: ${names}.`,
    notLockedOut: 'Nobody is locked out: everybody with such an address has a password.',
  },
  pt: {
    title: 'Quem depende dele',
    kinds: {
      dependent: 'Só por este fornecedor',
      ending: 'Por palavra-passe até à data',
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
    requireFromText: (names, from) =>
      `A partir de ${from}, as palavras-passe de ${names} deixam de contar. As sessões abertas continuam. Teste antes o início de sessão com uma destas pessoas.`,
    requiredFrom: 'Obrigatório a partir de',
    requiredFromHint:
      'Até lá, as palavras-passe contam, e as pessoas são lembradas ao iniciar sessão. Vazio: a partir do próximo início de sessão.',
    keepPasswords: 'Manter as palavras-passe',
    keepPasswordsTitle: 'Manter as palavras-passe?',
    keepPasswordsText: (names) => `As palavras-passe de ${names} continuam a contar.`,
    keep: (names) =>
      `${names} ficariam de fora, porque o início de sessão único não lhes é permitido: mantêm as palavras-passe.`,
    youKeep: 'Você mantém a sua palavra-passe, para o caso de o fornecedor falhar.',
    disableTitle: 'Desativar o fornecedor?',
    disable: 'Desativar',
    lockedOut: (names) =>
      `Deixam de poder iniciar sessão, porque não têm palavra-passe: ${names}. As sessões abertas continuam.`,
    lockedOutSoon: (names) =>
      `Em breve também não poderão iniciar sessão, porque as palavras-passe deixam de contar: ${names}.`,
    notLockedOut: 'Ninguém fica de fora: quem tem um endereço destes tem palavra-passe.',
  },
  es: {
    title: 'Quién depende de él',
    kinds: {
      dependent: 'Solo por este proveedor',
      ending: 'Con contraseña hasta su fecha',
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
    requireFromText: (names, from) =>
      `Desde ${from}, las contraseñas de ${names} ya no cuentan. Las sesiones abiertas siguen. Pruebe antes el inicio de sesión con una de estas personas.`,
    requiredFrom: 'Obligatorio desde',
    requiredFromHint:
      'Hasta entonces, las contraseñas cuentan, y se recuerda a las personas al iniciar sesión. Vacío: desde el próximo inicio de sesión.',
    keepPasswords: 'Conservar las contraseñas',
    keepPasswordsTitle: '¿Conservar las contraseñas?',
    keepPasswordsText: (names) => `Las contraseñas de ${names} siguen contando.`,
    keep: (names) =>
      `${names} quedarían fuera, porque el inicio de sesión único no les está permitido: conservan sus contraseñas.`,
    youKeep: 'Usted conserva su contraseña, por si el proveedor falla.',
    disableTitle: '¿Desactivar el proveedor?',
    disable: 'Desactivarlo',
    lockedOut: (names) =>
      `Ya no pueden iniciar sesión, porque no tienen contraseña: ${names}. Las sesiones abiertas siguen.`,
    lockedOutSoon: (names) =>
      `Pronto tampoco podrán iniciar sesión, porque sus contraseñas dejan de contar: ${names}.`,
    notLockedOut: 'Nadie queda fuera: quien tiene una dirección así tiene contraseña.',
  },
  de: {
    title: 'Wer davon abhängt',
    kinds: {
      dependent: 'Nur über diesen Anbieter',
      ending: 'Mit Passwort bis zum Datum',
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
    requireFromText: (names, from) =>
      `Ab ${from} gelten die Passwörter dieser Personen nicht mehr: ${names}. Offene Sitzungen bleiben. Testen Sie vorher die Anmeldung mit einer von ihnen.`,
    requiredFrom: 'Erforderlich ab',
    requiredFromHint:
      'Bis dahin gelten die Passwörter, und die Personen werden bei der Anmeldung erinnert. Leer: ab der nächsten Anmeldung.',
    keepPasswords: 'Passwörter behalten',
    keepPasswordsTitle: 'Die Passwörter behalten?',
    keepPasswordsText: (names) => `Diese Passwörter gelten weiter: ${names}.`,
    keep: (names) =>
      `Ausgesperrt wären, weil ihnen Single Sign-on nicht erlaubt ist: ${names}. Sie behalten ihr Passwort.`,
    youKeep: 'Sie selbst behalten Ihr Passwort, falls der Anbieter ausfällt.',
    disableTitle: 'Den Anbieter deaktivieren?',
    disable: 'Deaktivieren',
    lockedOut: (names) =>
      `Nicht mehr anmelden können sich, weil sie kein Passwort haben: ${names}. Offene Sitzungen bleiben.`,
    lockedOutSoon: (names) =>
      `Bald können sich auch diese Personen nicht mehr anmelden, weil ihre Passwörter dann nicht mehr gelten: ${names}.`,
    notLockedOut: 'Niemand wird ausgesperrt: Wer eine solche Adresse hat, hat ein Passwort.',
  },
});
