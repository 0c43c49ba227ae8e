import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    title: 'Second factor',
    setUpFirst: 'Your tenant requires a second factor. Set it up first.',
    setUpText:
      'Until then, you see and hear no alerts: call a colleague if you are on duty. None is lost, and your page and your notes return afterwards.',
    off: 'A code of an authenticator app, asked for after your password, protects you if the password is stolen.',
    on: (left: number) => `Signing in asks for a code. Unused recovery codes: ${left}.`,
    begin: 'Set up a second factor',
    scan: 'Scan this with your authenticator app, or type the secret. Then enter the code that the app shows.',
    qrCode: 'QR code of the secret',
    secret: 'Secret',
    code: 'Code',
    confirm: 'Confirm the code',
    codes: 'Recovery codes',
    codesText:
      'Store these recovery codes now: they are not shown again. Each replaces one code if you lose the app.',
    download: 'Download the codes',
    stored: 'I have stored the codes',
    remove: 'Remove the second factor',
  },
  pt: {
    title: 'Segundo fator',
    setUpFirst: 'A sua organização exige um segundo fator. Configure-o primeiro.',
    setUpText:
      'Até lá não vê nem ouve alertas: se estiver de serviço, avise um colega. Nenhum se perde, e depois voltam a sua página e as suas notas.',
    off: 'Um código de uma aplicação de autenticação, pedido depois da palavra-passe, protege-o se esta for roubada.',
    on: (left: number) => `O início de sessão pede um código. Códigos de recuperação por usar: ${left}.`,
    begin: 'Configurar um segundo fator',
    scan: 'Leia isto com a aplicação de autenticação, ou escreva o segredo. Depois introduza o código mostrado.',
    qrCode: 'Código QR do segredo',
    secret: 'Segredo',
    code: 'Código',
    confirm: 'Confirmar o código',
    codes: 'Códigos de recuperação',
    codesText:
      'Guarde já estes códigos: não voltam a ser mostrados. Cada um substitui um código se perder a aplicação.',
    download: 'Transferir os códigos',
    stored: 'Guardei os códigos',
    remove: 'Remover o segundo fator',
  },
  es: {
    title: 'Segundo factor',
    setUpFirst: 'Su organización exige un segundo factor. Configúrelo primero.',
    setUpText:
      'Hasta entonces no ve ni oye alertas: si está de servicio, avise a un colega. Ninguna se pierde, y después vuelven su página y sus notas.',
    off: 'Un código de una aplicación de autenticación, pedido tras la contraseña, le protege si se la roban.',
    on: (left: number) => `Al iniciar sesión se pide un código. Códigos de recuperación sin usar: ${left}.`,
    begin: 'Configurar un segundo factor',
    scan: 'Escanee esto con su aplicación de autenticación, o escriba el secreto. Después introduzca el código que muestra.',
    qrCode: 'Código QR del secreto',
    secret: 'Secreto',
    code: 'Código',
    confirm: 'Confirmar el código',
    codes: 'Códigos de recuperación',
    codesText:
      'Guarde ahora estos códigos: no se muestran de nuevo. Cada uno sustituye a un código si pierde la aplicación.',
    download: 'Descargar los códigos',
    stored: 'He guardado los códigos',
    remove: 'Quitar el segundo factor',
  },
  de: {
    title: 'Zweiter Faktor',
    setUpFirst: 'Ihr Mandant verlangt einen zweiten Faktor. Richten Sie ihn zuerst ein.',
    setUpText:
      'Bis dahin sehen und hören Sie keine Alarme: Rufen Sie eine Kollegin oder einen Kollegen an, wenn Sie im Dienst sind. Kein Alarm geht verloren; danach sind Ihre Seite und Ihre Notizen wieder da.',
    off: 'Ein Code aus einer Authenticator-App, nach dem Passwort verlangt, schützt Sie, wenn das Passwort gestohlen wird.',
    on: (left: number) => `Die Anmeldung verlangt einen Code. Unbenutzte Wiederherstellungscodes: ${left}.`,
    begin: 'Zweiten Faktor einrichten',
    scan: 'Scannen Sie dies mit Ihrer Authenticator-App, oder tippen Sie das Geheimnis. Geben Sie dann den gezeigten Code ein.',
    qrCode: 'QR-Code des Geheimnisses',
    secret: 'Geheimnis',
    code: 'Code',
    confirm: 'Code bestätigen',
    codes: 'Wiederherstellungscodes',
    codesText:
      'Bewahren Sie diese Codes jetzt auf: Sie werden nicht wieder gezeigt. Jeder ersetzt einen Code, wenn Sie die App verlieren.',
    download: 'Codes herunterladen',
    stored: 'Ich habe die Codes aufbewahrt',
    remove: 'Zweiten Faktor entfernen',
  },
});
