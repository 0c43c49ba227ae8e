import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    title: 'Test sign-in',
    about:
      'Sign in at the provider in a new window, as yourself or as a colleague. Guard then says what it would do. Nobody is signed in or out, and nothing is saved.',
    begin: 'Test sign-in',
    again: 'Test again',
    connecting: 'Connecting …',
    open: (host: string) => `Sign in at ${host}`,
    waiting: 'The result appears here.',
    over: 'The test is over. You can close this window.',
    unreadable: 'This is no result of a test. Begin a test on the page Sign-in methods.',
    toGuard: 'Open Guard',
    outcomes: {
      signs_in: 'This person would be signed in.',
      creates_user: 'This person would get a new user, and would be signed in.',
      refused: 'This person would not be signed in.',
    },
    email: 'E-mail',
    role: 'Role',
    claimedRole: 'Role by the claims',
    claims: 'What the provider says about the person',
    reasons: {
      access_denied: 'The sign-in was cancelled.',
      sso_account_unknown: 'Guard does not know this person.',
      sso_login_disabled: 'Single sign-on is not allowed for this user: allow it on the page People.',
      sso_role_missing: 'None of their groups has a role here. Compare the claims with “Roles by group”.',
      sso_role_unknown: 'The provider does not send the claim with the groups or roles.',
      account_not_active: 'The user is blocked or inactive.',
      email_not_verified:
        'The e-mail address does not count: its domain is not verified here, or the provider does not call the address verified.',
      no_user: 'No user has this e-mail address, and new users are not created at the first sign-in.',
      bound_to_another_subject:
        'The user with this address signed in as another person of the provider before.',
      invalid_client: 'The provider does not accept the client ID or the client secret.',
      provider_failed: 'The provider does not answer as it must.',
    },
  },
  pt: {
    title: 'Testar o início de sessão',
    about:
      'Inicie sessão no fornecedor numa nova janela, como si ou como um colega. O Guard diz depois o que faria. Ninguém entra nem sai, e nada é guardado.',
    begin: 'Testar o início de sessão',
    again: 'Testar de novo',
    connecting: 'A ligar …',
    open: (host) => `Iniciar sessão em ${host}`,
    waiting: 'O resultado aparece aqui.',
    over: 'O teste terminou. Pode fechar esta janela.',
    unreadable: 'Isto não é o resultado de um teste. Comece um teste na página de início de sessão.',
    toGuard: 'Abrir o Guard',
    outcomes: {
      signs_in: 'Esta pessoa iniciaria sessão.',
      creates_user: 'Esta pessoa receberia um novo utilizador e iniciaria sessão.',
      refused: 'Esta pessoa não iniciaria sessão.',
    },
    email: 'E-mail',
    role: 'Função',
    claimedRole: 'Função segundo os atributos',
    claims: 'O que o fornecedor diz sobre a pessoa',
    reasons: {
      access_denied: 'O início de sessão foi cancelado.',
      sso_account_unknown: 'O Guard não conhece esta pessoa.',
      sso_login_disabled:
        'O início de sessão único não é permitido a este utilizador: permita-o na página Pessoas.',
      sso_role_missing:
        'Nenhum dos seus grupos tem uma função aqui. Compare os atributos com «Funções por grupo».',
      sso_role_unknown: 'O fornecedor não envia o atributo com os grupos ou funções.',
      account_not_active: 'O utilizador está bloqueado ou inativo.',
      email_not_verified:
        'O endereço de e-mail não conta: o domínio não está verificado aqui, ou o fornecedor não o indica como verificado.',
      no_user: 'Nenhum utilizador tem este e-mail, e o primeiro início de sessão não cria utilizadores.',
      bound_to_another_subject:
        'O utilizador com este endereço já iniciou sessão como outra pessoa do fornecedor.',
      invalid_client: 'O fornecedor não aceita o ID ou o segredo do cliente.',
      provider_failed: 'O fornecedor não responde como deve.',
    },
  },
  es: {
    title: 'Probar el inicio de sesión',
    about:
      'Inicie sesión en el proveedor en una ventana nueva, como usted o como un colega. Guard dice después qué haría. Nadie entra ni sale, y no se guarda nada.',
    begin: 'Probar el inicio de sesión',
    again: 'Probar otra vez',
    connecting: 'Conectando …',
    open: (host) => `Iniciar sesión en ${host}`,
    waiting: 'El resultado aparece aquí.',
    over: 'La prueba ha terminado. Puede cerrar esta ventana.',
    unreadable:
      'Esto no es el resultado de una prueba. Comience una prueba en la página de inicio de sesión.',
    toGuard: 'Abrir Guard',
    outcomes: {
      signs_in: 'Esta persona iniciaría sesión.',
      creates_user: 'Esta persona recibiría un usuario nuevo e iniciaría sesión.',
      refused: 'Esta persona no iniciaría sesión.',
    },
    email: 'Correo electrónico',
    role: 'Rol',
    claimedRole: 'Rol según los atributos',
    claims: 'Qué dice el proveedor sobre la persona',
    reasons: {
      access_denied: 'El inicio de sesión se canceló.',
      sso_account_unknown: 'Guard no conoce a esta persona.',
      sso_login_disabled:
        'El inicio de sesión único no está permitido a este usuario: permítalo en la página Personas.',
      sso_role_missing:
        'Ninguno de sus grupos tiene un rol aquí. Compare los atributos con «Roles por grupo».',
      sso_role_unknown: 'El proveedor no envía el atributo con los grupos o roles.',
      account_not_active: 'El usuario está bloqueado o inactivo.',
      email_not_verified:
        'La dirección de correo no cuenta: su dominio no está verificado aquí, o el proveedor no la da por verificada.',
      no_user: 'Ningún usuario tiene este correo, y el primer inicio de sesión no crea usuarios.',
      bound_to_another_subject:
        'El usuario con esta dirección ya inició sesión como otra persona del proveedor.',
      invalid_client: 'El proveedor no acepta el ID o el secreto del cliente.',
      provider_failed: 'El proveedor no responde como debe.',
    },
  },
  de: {
    title: 'Anmeldung testen',
    about:
      'Melden Sie sich in einem neuen Fenster beim Anbieter an, als Sie selbst oder als Kollege. Guard sagt dann, was es täte. Niemand wird an- oder abgemeldet, und nichts wird gespeichert.',
    begin: 'Anmeldung testen',
    again: 'Noch einmal testen',
    connecting: 'Verbindung …',
    open: (host) => `Bei ${host} anmelden`,
    waiting: 'Das Ergebnis erscheint hier.',
    over: 'Der Test ist beendet. Sie können dieses Fenster schließen.',
    unreadable: 'Das ist kein Ergebnis eines Tests. Beginnen Sie einen Test auf der Seite Anmeldung.',
    toGuard: 'Guard öffnen',
    outcomes: {
      signs_in: 'Diese Person würde angemeldet.',
      creates_user: 'Für diese Person würde ein Benutzer angelegt, und sie würde angemeldet.',
      refused: 'Diese Person würde nicht angemeldet.',
    },
    email: 'E-Mail',
    role: 'Rolle',
    claimedRole: 'Rolle nach den Claims',
    claims: 'Was der Anbieter über die Person sagt',
    reasons: {
      access_denied: 'Die Anmeldung wurde abgebrochen.',
      sso_account_unknown: 'Guard kennt diese Person nicht.',
      sso_login_disabled:
        'Single Sign-on ist diesem Benutzer nicht erlaubt: Erlauben Sie es auf der Seite Benutzer.',
      sso_role_missing:
        'Keine der Gruppen hat hier eine Rolle. Vergleichen Sie die Claims mit „Rollen nach Gruppe“.',
      sso_role_unknown: 'Der Anbieter sendet den Claim mit den Gruppen oder Rollen nicht.',
      account_not_active: 'Der Benutzer ist gesperrt oder inaktiv.',
      email_not_verified:
        'Die E-Mail-Adresse zählt nicht: Ihre Domain ist hier nicht bestätigt, oder der Anbieter nennt sie nicht bestätigt.',
      no_user: 'Kein Benutzer hat diese E-Mail-Adresse, und bei der ersten Anmeldung wird keiner angelegt.',
      bound_to_another_subject:
        'Der Benutzer mit dieser Adresse hat sich schon als andere Person des Anbieters angemeldet.',
      invalid_client: 'Der Anbieter nimmt Client-ID oder Client-Geheimnis nicht an.',
      provider_failed: 'Der Anbieter antwortet nicht, wie er muss.',
    },
  },
});
