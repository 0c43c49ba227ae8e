import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    explanation:
      'An alert that nobody acknowledges in time escalates step by step: its level rises, it sounds on the alert desk again, and webhooks receive it. Open alerts keep the steps with which they were raised. A site may have its own steps.',
    now: 'How alerts escalate',
    change: 'Change the steps',
    hint: 'Minutes since the alert was raised. A severity without steps does not escalate.',
    onlyMasters: 'Tenant masters change these steps.',
  },
  pt: {
    explanation:
      'Um alerta que ninguém reconhece a tempo é escalonado passo a passo: o seu nível sobe, volta a soar no painel de alertas e os webhooks recebem-no. Os alertas abertos mantêm os passos com que foram criados. Um local pode ter passos próprios.',
    now: 'Como os alertas são escalonados',
    change: 'Alterar os passos',
    hint: 'Minutos desde a criação do alerta. Uma gravidade sem passos não é escalonada.',
    onlyMasters: 'Os responsáveis da organização alteram estes passos.',
  },
  es: {
    explanation:
      'Una alerta que nadie reconoce a tiempo se escala paso a paso: su nivel sube, vuelve a sonar en el panel de alertas y los webhooks la reciben. Las alertas abiertas conservan los pasos con los que se crearon. Un sitio puede tener pasos propios.',
    now: 'Cómo se escalan las alertas',
    change: 'Cambiar los pasos',
    hint: 'Minutos desde que se creó la alerta. Una gravedad sin pasos no se escala.',
    onlyMasters: 'Los responsables de la organización cambian estos pasos.',
  },
  de: {
    explanation:
      'Ein Alarm, den niemand rechtzeitig quittiert, eskaliert Stufe um Stufe: Sein Rang steigt, er ertönt erneut in der Alarmübersicht, und Webhooks erhalten ihn. Offene Alarme behalten die Stufen, mit denen sie ausgelöst wurden. Ein Objekt kann eigene Stufen haben.',
    now: 'So eskalieren Alarme',
    change: 'Stufen ändern',
    hint: 'Minuten seit dem Auslösen des Alarms. Ein Schweregrad ohne Stufen eskaliert nicht.',
    onlyMasters: 'Hauptverwalter des Mandanten ändern diese Stufen.',
  },
});
