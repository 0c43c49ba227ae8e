import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    explanation:
      'An alert that nobody acknowledges in time escalates step by step: its level rises, it sounds on the alert desk again, and webhooks receive it. Open alerts keep the steps with which they were raised. A site may have its own steps.',
    now: 'How alerts escalate',
    change: 'Change the steps',
    hint: 'Minutes since the alert was raised. A severity without steps does not escalate.',
    onlyMasters: 'Tenant masters change these steps.',
    reminders: 'Forgotten acknowledgements',
    reminded:
      'Minutes without a note or a step after which an acknowledged alert is active again and whoever acknowledged it gets a message. Ten minutes later it escalates again. A severity without minutes is not reminded of. Open alerts keep their setting.',
    saved: 'Saved.',
  },
  pt: {
    explanation:
      'Um alerta que ninguém reconhece a tempo é escalonado passo a passo: o seu nível sobe, volta a soar no painel de alertas e os webhooks recebem-no. Os alertas abertos mantêm os passos com que foram criados. Um local pode ter passos próprios.',
    now: 'Como os alertas são escalonados',
    change: 'Alterar os passos',
    hint: 'Minutos desde a criação do alerta. Uma gravidade sem passos não é escalonada.',
    onlyMasters: 'Os responsáveis da organização alteram estes passos.',
    reminders: 'Confirmações esquecidas',
    reminded:
      'Minutos sem uma nota nem um passo após os quais um alerta confirmado volta a ficar ativo e quem o confirmou recebe uma mensagem. Dez minutos depois volta a ser escalonado. Uma gravidade sem minutos não é lembrada. Os alertas abertos mantêm a sua definição.',
    saved: 'Guardado.',
  },
  es: {
    explanation:
      'Una alerta que nadie reconoce a tiempo se escala paso a paso: su nivel sube, vuelve a sonar en el panel de alertas y los webhooks la reciben. Las alertas abiertas conservan los pasos con los que se crearon. Un sitio puede tener pasos propios.',
    now: 'Cómo se escalan las alertas',
    change: 'Cambiar los pasos',
    hint: 'Minutos desde que se creó la alerta. Una gravedad sin pasos no se escala.',
    onlyMasters: 'Los responsables de la organización cambian estos pasos.',
    reminders: 'Confirmaciones olvidadas',
    reminded:
      'Minutos sin nota ni paso tras los cuales una alerta confirmada vuelve a estar activa y quien la confirmó recibe un mensaje. Diez minutos después vuelve a escalarse. Una gravedad sin minutos no se recuerda. Las alertas abiertas conservan su ajuste.',
    saved: 'Guardado.',
  },
  de: {
    explanation:
      'Ein Alarm, den niemand rechtzeitig quittiert, eskaliert Stufe um Stufe: Sein Rang steigt, er ertönt erneut in der Alarmübersicht, und Webhooks erhalten ihn. Offene Alarme behalten die Stufen, mit denen sie ausgelöst wurden. Ein Objekt kann eigene Stufen haben.',
    now: 'So eskalieren Alarme',
    change: 'Stufen ändern',
    hint: 'Minuten seit dem Auslösen des Alarms. Ein Schweregrad ohne Stufen eskaliert nicht.',
    onlyMasters: 'Hauptverwalter des Mandanten ändern diese Stufen.',
    reminders: 'Vergessene Quittierungen',
    reminded:
      'Minuten ohne Notiz oder Schritt, nach denen ein quittierter Alarm wieder aktiv ist und eine Nachricht erhält, wer ihn quittiert hat. Zehn Minuten später eskaliert er erneut. An einen Schweregrad ohne Minuten wird nicht erinnert. Offene Alarme behalten ihre Einstellung.',
    saved: 'Gespeichert.',
  },
});
