import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    about:
      'Reports, and “today” in the overview, count the days of this time zone. New sites and schedules begin with it; each may have another.',
    timeZone: 'Time zone',
    hint: 'As “Europe/Lisbon”. Without one, days are counted in UTC.',
    proposed: (zone: string) =>
      `None is set, so days are counted in UTC. ${zone} is the time zone of this browser: save it if it is yours.`,
    saved: 'Saved.',
  },
  pt: {
    about:
      'Os relatórios, e “hoje” na visão geral, contam os dias deste fuso horário. Os novos locais e escalas começam com ele; cada um pode ter outro.',
    timeZone: 'Fuso horário',
    hint: 'Como “Europe/Lisbon”. Sem nenhum, os dias contam-se em UTC.',
    proposed: (zone) =>
      `Nenhum está definido, por isso os dias contam-se em UTC. ${zone} é o fuso horário deste navegador: guarde-o se for o seu.`,
    saved: 'Guardado.',
  },
  es: {
    about:
      'Los informes, y «hoy» en la vista general, cuentan los días de esta zona horaria. Los sitios y turnos nuevos empiezan con ella; cada uno puede tener otra.',
    timeZone: 'Zona horaria',
    hint: 'Como «Europe/Madrid». Sin ninguna, los días se cuentan en UTC.',
    proposed: (zone) =>
      `No hay ninguna establecida, así que los días se cuentan en UTC. ${zone} es la zona horaria de este navegador: guárdela si es la suya.`,
    saved: 'Guardado.',
  },
  de: {
    about:
      'Berichte, und „heute“ in der Übersicht, zählen die Tage dieser Zeitzone. Neue Objekte und Dienstpläne beginnen mit ihr; jedes kann eine andere haben.',
    timeZone: 'Zeitzone',
    hint: 'Wie „Europe/Berlin“. Ohne eine werden die Tage in UTC gezählt.',
    proposed: (zone) =>
      `Noch ist keine festgelegt, die Tage werden in UTC gezählt. ${zone} ist die Zeitzone dieses Browsers: speichern Sie sie, wenn es Ihre ist.`,
    saved: 'Gespeichert.',
  },
});
