import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    title: 'Single sign-on',
    text: 'Enter your e-mail address. You sign in at the identity provider of your organisation.',
    email: 'E-mail',
    next: 'Continue',
    signingIn: 'Signing in …',
    password: 'Sign in with a password',
    problems: {
      access_denied: 'You have cancelled the sign-in.',
      sso_failed: 'The identity provider did not sign you in. Try again, or ask your administrator.',
      sso_not_available: 'There is no single sign-on for this e-mail address at the moment.',
      sso_code_not_valid: 'This sign-in has expired, or began in another window. Try again.',
      sso_account_unknown: 'You have no account here. Ask your administrator.',
      sso_login_disabled: 'Your account may not use single sign-on. Ask your administrator.',
      sso_role_missing: 'Your identity provider assigns you no role here. Ask your administrator.',
      sso_role_unknown:
        'Your identity provider does not say which role you have here. Ask your administrator.',
    },
  },
  pt: {
    title: 'Início de sessão único',
    text: 'Introduza o seu e-mail. Inicia sessão no fornecedor de identidade da sua organização.',
    email: 'E-mail',
    next: 'Continuar',
    signingIn: 'A iniciar sessão …',
    password: 'Iniciar sessão com palavra-passe',
    problems: {
      access_denied: 'Cancelou o início de sessão.',
      sso_failed:
        'O fornecedor de identidade não iniciou a sua sessão. Tente de novo ou contacte o seu administrador.',
      sso_not_available: 'De momento não há início de sessão único para este e-mail.',
      sso_code_not_valid: 'Este início de sessão expirou ou começou noutra janela. Tente de novo.',
      sso_account_unknown: 'Não tem conta aqui. Contacte o seu administrador.',
      sso_login_disabled: 'A sua conta não pode usar o início de sessão único. Contacte o seu administrador.',
      sso_role_missing:
        'O seu fornecedor de identidade não lhe dá nenhuma função aqui. Contacte o seu administrador.',
      sso_role_unknown:
        'O seu fornecedor de identidade não indica que função tem aqui. Contacte o seu administrador.',
    },
  },
  es: {
    title: 'Inicio de sesión único',
    text: 'Introduzca su correo electrónico. Inicia sesión en el proveedor de identidad de su organización.',
    email: 'Correo electrónico',
    next: 'Continuar',
    signingIn: 'Iniciando sesión …',
    password: 'Iniciar sesión con contraseña',
    problems: {
      access_denied: 'Ha cancelado el inicio de sesión.',
      sso_failed:
        'El proveedor de identidad no ha iniciado su sesión. Inténtelo de nuevo o pregunte a su administrador.',
      sso_not_available: 'Ahora no hay inicio de sesión único para este correo electrónico.',
      sso_code_not_valid: 'Este inicio de sesión ha caducado o comenzó en otra ventana. Inténtelo de nuevo.',
      sso_account_unknown: 'No tiene cuenta aquí. Pregunte a su administrador.',
      sso_login_disabled: 'Su cuenta no puede usar el inicio de sesión único. Pregunte a su administrador.',
      sso_role_missing: 'Su proveedor de identidad no le da ningún rol aquí. Pregunte a su administrador.',
      sso_role_unknown:
        'Su proveedor de identidad no indica qué rol tiene aquí. Pregunte a su administrador.',
    },
  },
  de: {
    title: 'Single Sign-on',
    text: 'Geben Sie Ihre E-Mail-Adresse ein. Sie melden sich beim Identitätsanbieter Ihrer Organisation an.',
    email: 'E-Mail',
    next: 'Weiter',
    signingIn: 'Anmeldung läuft …',
    password: 'Mit Passwort anmelden',
    problems: {
      access_denied: 'Sie haben die Anmeldung abgebrochen.',
      sso_failed:
        'Der Identitätsanbieter hat Sie nicht angemeldet. Versuchen Sie es erneut oder fragen Sie Ihren Administrator.',
      sso_not_available: 'Für diese E-Mail-Adresse gibt es zurzeit kein Single Sign-on.',
      sso_code_not_valid:
        'Diese Anmeldung ist abgelaufen oder begann in einem anderen Fenster. Versuchen Sie es erneut.',
      sso_account_unknown: 'Sie haben hier kein Konto. Fragen Sie Ihren Administrator.',
      sso_login_disabled: 'Ihr Konto darf kein Single Sign-on benutzen. Fragen Sie Ihren Administrator.',
      sso_role_missing: 'Ihr Identitätsanbieter gibt Ihnen hier keine Rolle. Fragen Sie Ihren Administrator.',
      sso_role_unknown:
        'Ihr Identitätsanbieter sagt nicht, welche Rolle Sie hier haben. Fragen Sie Ihren Administrator.',
    },
  },
});
