import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    signIn: 'Sign in',
    email: 'E-mail',
    forgot: 'Forgot your password?',
    forgotText: 'Enter your e-mail address. Guard sends you a link with which you set a new password.',
    request: 'Send the link',
    requested: 'Look into your mail',
    requestedText:
      'If this address belongs to an active account with a password, a link is on its way. It is valid for 30 minutes. Without a mail, look into your spam folder, or ask your administrator.',
    password: 'New password',
    passwordHint: 'At least 12 characters.',
    setPassword: 'Set the password',
    isSet: 'Your password is set',
    isSetText: 'You can now sign in with it. All earlier sessions have ended.',
    notValid: 'This link is not valid',
    again: 'Request a new link',
    invitation: {
      title: 'Welcome to Guard',
      text: 'Choose the password with which you will sign in.',
      notValidText:
        'It was used, replaced by a newer one, or has expired after 72 hours. Open the link in the newest mail, or ask your administrator to send the invitation again.',
    },
    reset: {
      title: 'Choose a new password',
      text: 'All your sessions end. Your second factor stays, if you have one.',
      notValidText:
        'It was used, replaced by a newer one, or has expired after 30 minutes. Open the link in the newest mail, or request a new one.',
    },
  },
  pt: {
    signIn: 'Iniciar sessão',
    email: 'E-mail',
    forgot: 'Esqueceu-se da palavra-passe?',
    forgotText: 'Introduza o seu e-mail. O Guard envia-lhe uma ligação para definir uma nova palavra-passe.',
    request: 'Enviar a ligação',
    requested: 'Consulte o seu e-mail',
    requestedText:
      'Se este endereço pertencer a uma conta ativa com palavra-passe, a ligação vai a caminho. É válida durante 30 minutos. Se não receber nada, veja a pasta de spam ou contacte o seu administrador.',
    password: 'Nova palavra-passe',
    passwordHint: 'Pelo menos 12 caracteres.',
    setPassword: 'Definir a palavra-passe',
    isSet: 'A sua palavra-passe está definida',
    isSetText: 'Já pode iniciar sessão com ela. Todas as sessões anteriores terminaram.',
    notValid: 'Esta ligação não é válida',
    again: 'Pedir uma nova ligação',
    invitation: {
      title: 'Bem-vindo ao Guard',
      text: 'Escolha a palavra-passe com que vai iniciar sessão.',
      notValidText:
        'Foi usada, substituída por outra mais recente ou expirou ao fim de 72 horas. Abra a ligação do e-mail mais recente ou peça ao seu administrador um novo convite.',
    },
    reset: {
      title: 'Escolha uma nova palavra-passe',
      text: 'Todas as suas sessões terminam. O segundo fator, se o tiver, mantém-se.',
      notValidText:
        'Foi usada, substituída por outra mais recente ou expirou ao fim de 30 minutos. Abra a ligação do e-mail mais recente ou peça uma nova.',
    },
  },
  es: {
    signIn: 'Iniciar sesión',
    email: 'Correo electrónico',
    forgot: '¿Ha olvidado su contraseña?',
    forgotText:
      'Introduzca su correo electrónico. Guard le envía un enlace con el que establecer una contraseña nueva.',
    request: 'Enviar el enlace',
    requested: 'Consulte su correo',
    requestedText:
      'Si esta dirección pertenece a una cuenta activa con contraseña, el enlace está en camino. Es válido durante 30 minutos. Si no recibe nada, mire en el correo no deseado o pregunte a su administrador.',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 12 caracteres.',
    setPassword: 'Establecer la contraseña',
    isSet: 'Su contraseña está establecida',
    isSetText: 'Ya puede iniciar sesión con ella. Todas las sesiones anteriores han terminado.',
    notValid: 'Este enlace no es válido',
    again: 'Pedir un enlace nuevo',
    invitation: {
      title: 'Bienvenido a Guard',
      text: 'Elija la contraseña con la que iniciará sesión.',
      notValidText:
        'Se ha usado, lo ha sustituido otro más reciente o ha caducado a las 72 horas. Abra el enlace del correo más reciente o pida a su administrador una nueva invitación.',
    },
    reset: {
      title: 'Elija una contraseña nueva',
      text: 'Todas sus sesiones terminan. El segundo factor, si lo tiene, se mantiene.',
      notValidText:
        'Se ha usado, lo ha sustituido otro más reciente o ha caducado a los 30 minutos. Abra el enlace del correo más reciente o pida uno nuevo.',
    },
  },
  de: {
    signIn: 'Anmelden',
    email: 'E-Mail',
    forgot: 'Passwort vergessen?',
    forgotText:
      'Geben Sie Ihre E-Mail-Adresse ein. Guard sendet Ihnen einen Link, mit dem Sie ein neues Passwort setzen.',
    request: 'Link senden',
    requested: 'Sehen Sie in Ihre E-Mails',
    requestedText:
      'Gehört die Adresse zu einem aktiven Konto mit Passwort, ist ein Link unterwegs. Er gilt 30 Minuten. Kommt nichts an, sehen Sie im Spam-Ordner nach oder fragen Sie Ihren Administrator.',
    password: 'Neues Passwort',
    passwordHint: 'Mindestens 12 Zeichen.',
    setPassword: 'Passwort setzen',
    isSet: 'Ihr Passwort ist gesetzt',
    isSetText: 'Sie können sich jetzt damit anmelden. Alle früheren Sitzungen sind beendet.',
    notValid: 'Dieser Link ist nicht gültig',
    again: 'Neuen Link anfordern',
    invitation: {
      title: 'Willkommen bei Guard',
      text: 'Wählen Sie das Passwort, mit dem Sie sich anmelden.',
      notValidText:
        'Er wurde benutzt, durch einen neueren ersetzt oder ist nach 72 Stunden abgelaufen. Öffnen Sie den Link der neuesten E-Mail oder bitten Sie Ihren Administrator um eine neue Einladung.',
    },
    reset: {
      title: 'Wählen Sie ein neues Passwort',
      text: 'Alle Ihre Sitzungen enden. Ihr zweiter Faktor bleibt, falls Sie einen haben.',
      notValidText:
        'Er wurde benutzt, durch einen neueren ersetzt oder ist nach 30 Minuten abgelaufen. Öffnen Sie den Link der neuesten E-Mail oder fordern Sie einen neuen an.',
    },
  },
});
