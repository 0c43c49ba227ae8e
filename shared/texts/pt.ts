import type { Texts } from './en.ts';

const budgetWarning = (what: string) => (consoleUrl: string) => ({
  subject: `O Guard já enviou a maior parte ${what} de hoje`,
  text: `O Guard já enviou 70 % ${what} que a sua organização pode enviar hoje (UTC).

O último décimo fica reservado para alertas críticos. Acima do limite, o Guard só contacta as pessoas por outros canais.

Os alertas de hoje mostram o que os consome. A página Conta mostra o limite, que o administrador da instalação pode aumentar:
${consoleUrl}
`,
});

/** Portuguese of Portugal. */
export const pt: Texts = {
  locale: 'pt-PT',
  afterSeverity: ': ',
  severities: { info: 'INFO', low: 'BAIXO', medium: 'MÉDIO', high: 'ALTO', critical: 'CRÍTICO' },
  alert: {
    severity_raised: 'Agora ',
    reactivated: 'De novo: ',
    reminded: 'Por tratar: ',
    escalated: 'Escalonado: ',
    acknowledged: 'Reconhecido: ',
    resolved: 'Resolvido: ',
    reopened: 'Reaberto: ',
  },
  device: { offline: 'Dispositivo sem ligação', online: 'Dispositivo ligado de novo' },
  test: { started: 'Teste iniciado', ending: 'O teste termina em 10 minutos', ended: 'Teste terminado' },
  drill: { begins: 'SIMULACRO: ', email: 'Isto é um simulacro: não aconteceu nada.' },
  at: ' em ',
  aSite: 'um local',
  aDeletedSite: 'um local eliminado',
  summary: {
    alerts: (count, severity) => `Mais ${count} ${count === 1 ? 'alerta' : 'alertas'} (${severity})`,
    events: (count) => `Mais ${count} ${count === 1 ? 'evento' : 'eventos'}`,
    others: (count) => `${count} ${count === 1 ? 'outro' : 'outros'}`,
    reminders: (count, worst) =>
      count === 1
        ? `Confirmado, mas por tratar: ${worst}`
        : `${count} alertas confirmados por tratar, o pior: ${worst}`,
    andMore: (count) => `e mais ${count}`,
    moreFollow: 'Há mais a seguir.',
    fewer: 'Por agora, o Guard envia menos mensagens.',
  },
  code: {
    email: (code) => ({
      subject: 'O seu código para o Guard',
      text: `Alguém adicionou este endereço à sua conta do Guard, para ser avisado de alarmes.

Se foi você, introduza este código dentro de 10 minutos:
${code}

Se não foi você, ignore este e-mail: sem o código, o Guard não envia avisos para este endereço.
`,
    }),
    sms: (code) => ({
      subject: 'O seu código para o Guard',
      text: `Código do Guard: ${code}. Válido 10 minutos. Não o partilhe.`,
    }),
  },
  channelTest: {
    subject: 'Mensagem de teste do Guard',
    email: 'O Guard consegue contactá-lo neste endereço.',
    push: 'O Guard consegue contactá-lo neste navegador.',
  },
  mails: {
    invitation: (link, company) => ({
      subject: `${company}: o seu convite para o Guard`,
      text: `${company} convida-o para o Guard, que monitoriza as suas instalações vigiadas. Já existe uma conta para este endereço.

Defina a sua palavra-passe dentro de 72 horas através desta ligação, que só funciona uma vez:
${link}

Se não esperava este convite, ignore este e-mail: sem palavra-passe, ninguém pode iniciar sessão na conta.
`,
    }),
    passwordReset: (link) => ({
      subject: 'Defina uma nova palavra-passe para o Guard',
      text: `Alguém pediu uma nova palavra-passe para a sua conta do Guard.

Se foi você, defina-a dentro de 30 minutos através desta ligação, que só funciona uma vez:
${link}

Se não foi você, ignore este e-mail: a sua palavra-passe não muda.
`,
    }),
    passwordChanged: (consoleUrl) => ({
      subject: 'A sua conta do Guard tem uma nova palavra-passe',
      text: `Alguém definiu uma nova palavra-passe para a sua conta do Guard, o que terminou as outras sessões da conta.

Se não foi você nem o seu administrador, defina outra palavra-passe em “Esqueceu-se da palavra-passe?” e contacte o seu administrador:
${consoleUrl}
`,
    }),
    secondFactorReset: (consoleUrl) => ({
      subject: 'O seu segundo fator do Guard foi removido',
      text: `Um administrador removeu o segundo fator da sua conta do Guard e terminou as suas sessões.

Pode iniciar sessão com a sua palavra-passe e configurar um novo segundo fator na página Conta:
${consoleUrl}

Se não esperava isto, contacte o seu administrador e mude a sua palavra-passe.
`,
    }),
    budgetWarning: { sms: budgetWarning('dos SMS'), email: budgetWarning('dos e-mails') },
  },
};
