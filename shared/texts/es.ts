import type { Texts } from './en.ts';

const budgetWarning = (what: string) => (consoleUrl: string) => ({
  subject: `Guard ya ha enviado la mayor parte de los ${what} de hoy`,
  text: `Guard ya ha enviado el 70 % de los ${what} que su organización puede enviar hoy (UTC).

La última décima parte se reserva para alertas críticas. Por encima del límite, Guard solo avisa a las personas por otros canales.

Las alertas de hoy muestran qué los consume. La página Cuenta muestra el límite, que el administrador de la instalación puede aumentar:
${consoleUrl}
`,
});

export const es: Texts = {
  locale: 'es-ES',
  afterSeverity: ': ',
  severities: { info: 'INFO', low: 'BAJA', medium: 'MEDIA', high: 'ALTA', critical: 'CRÍTICA' },
  alert: {
    severity_raised: 'Ahora ',
    reactivated: 'De nuevo: ',
    reminded: 'Sin atender: ',
    escalated: 'Escalada: ',
    acknowledged: 'Reconocida: ',
    resolved: 'Resuelta: ',
    reopened: 'Reabierta: ',
  },
  device: { offline: 'Dispositivo sin conexión', online: 'Dispositivo conectado de nuevo' },
  test: {
    started: 'Prueba iniciada',
    ending: 'La prueba termina en 10 minutos',
    ended: 'Prueba terminada',
  },
  drill: { begins: 'SIMULACRO: ', email: 'Esto es un simulacro: no ha pasado nada.' },
  at: ' en ',
  aSite: 'un sitio',
  aDeletedSite: 'un sitio eliminado',
  summary: {
    alerts: (count, severity) => `${count} ${count === 1 ? 'alerta' : 'alertas'} más (${severity})`,
    events: (count) => `${count} ${count === 1 ? 'evento' : 'eventos'} más`,
    others: (count) => `${count} ${count === 1 ? 'otro' : 'otros'}`,
    reminders: (count, worst) =>
      count === 1
        ? `Confirmada, pero sin atender: ${worst}`
        : `${count} alertas confirmadas sin atender, la peor: ${worst}`,
    andMore: (count) => `y ${count} más`,
    moreFollow: 'Siguen más.',
    fewer: 'Por ahora, Guard envía menos mensajes.',
  },
  code: {
    email: (code) => ({
      subject: 'Su código para Guard',
      text: `Alguien ha añadido esta dirección a su cuenta de Guard para recibir avisos de alarmas.

Si ha sido usted, introduzca este código en un plazo de 10 minutos:
${code}

Si no ha sido usted, ignore este correo: sin el código, Guard no envía avisos a esta dirección.
`,
    }),
    sms: (code) => ({
      subject: 'Su código para Guard',
      text: `Código de Guard: ${code}. Válido 10 minutos. No lo comparta.`,
    }),
  },
  channelTest: {
    subject: 'Mensaje de prueba de Guard',
    email: 'Guard puede avisarle en esta dirección.',
    push: 'Guard puede avisarle en este navegador.',
  },
  mails: {
    invitation: (link, company) => ({
      subject: `${company}: su invitación a Guard`,
      text: `${company} le invita a Guard, que supervisa sus instalaciones vigiladas. Ya existe una cuenta para esta dirección.

Establezca su contraseña en un plazo de 72 horas con este enlace, que solo funciona una vez:
${link}

Si no esperaba esta invitación, ignore este correo: sin contraseña, nadie puede iniciar sesión en la cuenta.
`,
    }),
    passwordReset: (link) => ({
      subject: 'Establezca una nueva contraseña para Guard',
      text: `Alguien ha pedido una nueva contraseña para su cuenta de Guard.

Si ha sido usted, establézcala en un plazo de 30 minutos con este enlace, que solo funciona una vez:
${link}

Si no ha sido usted, ignore este correo: su contraseña no cambia.
`,
    }),
    passwordChanged: (consoleUrl) => ({
      subject: 'Su cuenta de Guard tiene una nueva contraseña',
      text: `Alguien ha establecido una nueva contraseña para su cuenta de Guard, lo que ha terminado las demás sesiones de la cuenta.

Si no ha sido usted ni su administrador, establezca otra contraseña en “¿Ha olvidado su contraseña?” y avise a su administrador:
${consoleUrl}
`,
    }),
    secondFactorReset: (consoleUrl) => ({
      subject: 'Se ha eliminado su segundo factor de Guard',
      text: `Un administrador ha eliminado el segundo factor de su cuenta de Guard y ha terminado sus sesiones.

Puede iniciar sesión con su contraseña y configurar un nuevo segundo factor en la página Cuenta:
${consoleUrl}

Si no lo esperaba, avise a su administrador y cambie su contraseña.
`,
    }),
    budgetWarning: { sms: budgetWarning('SMS'), email: budgetWarning('correos') },
  },
};
