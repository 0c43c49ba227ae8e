import type { Texts } from './en.ts';

const budgetWarning = (what: string) => (consoleUrl: string) => ({
  subject: `Guard hat heute die meisten ${what} bereits verschickt`,
  text: `Guard hat 70 % der ${what} verschickt, die Ihr Mandant heute (UTC) verschicken darf.

Das letzte Zehntel bleibt kritischen Alarmen vorbehalten. Jenseits der Grenze erreicht Guard Menschen nur auf anderen Wegen.

Die Alarme von heute zeigen, was sie aufbraucht. Die Seite Konto zeigt die Grenze, die der Administrator der Installation anheben kann:
${consoleUrl}
`,
});

export const de: Texts = {
  locale: 'de-DE',
  afterSeverity: ': ',
  severities: { info: 'INFO', low: 'NIEDRIG', medium: 'MITTEL', high: 'HOCH', critical: 'KRITISCH' },
  alert: {
    severity_raised: 'Jetzt ',
    reactivated: 'Erneut: ',
    reminded: 'Noch offen: ',
    escalated: 'Eskaliert: ',
    acknowledged: 'Quittiert: ',
    resolved: 'Abgeschlossen: ',
    reopened: 'Wieder geöffnet: ',
  },
  device: { offline: 'Gerät ohne Verbindung', online: 'Gerät wieder verbunden' },
  test: { started: 'Test begonnen', ending: 'Test endet in 10 Minuten', ended: 'Test beendet' },
  drill: { begins: 'ÜBUNG: ', email: 'Dies ist eine Übung: Es ist nichts geschehen.' },
  at: ' bei ',
  aSite: 'einem Objekt',
  aDeletedSite: 'einem gelöschten Objekt',
  summary: {
    alerts: (count, severity) => `Noch ${count} ${count === 1 ? 'Alarm' : 'Alarme'} (${severity})`,
    events: (count) => `Noch ${count} ${count === 1 ? 'Ereignis' : 'Ereignisse'}`,
    others: (count) => `${count} ${count === 1 ? 'anderer' : 'andere'}`,
    reminders: (count, worst) =>
      count === 1
        ? `Quittiert, aber noch offen: ${worst}`
        : `${count} quittierte Alarme sind noch offen, der schlimmste: ${worst}`,
    andMore: (count) => `und ${count} weitere`,
    moreFollow: 'Weitere folgen.',
    fewer: 'Guard schickt vorerst weniger Nachrichten.',
  },
  code: {
    email: (code) => ({
      subject: 'Ihr Code für Guard',
      text: `Jemand hat diese Adresse in seinem Guard-Konto hinterlegt, um über Alarme benachrichtigt zu werden.

Wenn Sie es waren, geben Sie innerhalb von 10 Minuten diesen Code ein:
${code}

Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: ohne den Code schickt Guard keine Benachrichtigungen an diese Adresse.
`,
    }),
    sms: (code) => ({
      subject: 'Ihr Code für Guard',
      text: `Guard-Code: ${code}. 10 Minuten gültig. Geben Sie ihn nicht weiter.`,
    }),
  },
  channelTest: {
    subject: 'Testnachricht von Guard',
    email: 'Guard erreicht Sie unter dieser Adresse.',
    push: 'Guard erreicht Sie in diesem Browser.',
  },
  mails: {
    invitation: (link, company) => ({
      subject: `${company}: Ihre Einladung zu Guard`,
      text: `${company} lädt Sie zu Guard ein, das die bewachten Objekte überwacht. Ein Konto für diese Adresse ist angelegt.

Legen Sie innerhalb von 72 Stunden Ihr Passwort fest. Dieser Link funktioniert einmal:
${link}

Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail: ohne Passwort kann sich niemand mit dem Konto anmelden.
`,
    }),
    passwordReset: (link) => ({
      subject: 'Legen Sie ein neues Passwort für Guard fest',
      text: `Jemand hat ein neues Passwort für Ihr Guard-Konto angefordert.

Wenn Sie es waren, legen Sie es innerhalb von 30 Minuten fest. Dieser Link funktioniert einmal:
${link}

Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.
`,
    }),
    passwordChanged: (consoleUrl) => ({
      subject: 'Ihr Guard-Konto hat ein neues Passwort',
      text: `Jemand hat ein neues Passwort für Ihr Guard-Konto festgelegt. Das hat die anderen Sitzungen des Kontos beendet.

Wenn das weder Sie noch Ihr Administrator waren, legen Sie über „Passwort vergessen?“ ein anderes Passwort fest, und wenden Sie sich an Ihren Administrator:
${consoleUrl}
`,
    }),
    secondFactorReset: (consoleUrl) => ({
      subject: 'Ihr zweiter Faktor für Guard wurde entfernt',
      text: `Ein Administrator hat den zweiten Faktor Ihres Guard-Kontos entfernt und Ihre Sitzungen beendet.

Sie können sich mit Ihrem Passwort anmelden und auf der Seite Konto einen neuen zweiten Faktor einrichten:
${consoleUrl}

Wenn Sie das nicht erwartet haben, wenden Sie sich an Ihren Administrator, und ändern Sie Ihr Passwort.
`,
    }),
    budgetWarning: { sms: budgetWarning('SMS'), email: budgetWarning('E-Mails') },
  },
};
