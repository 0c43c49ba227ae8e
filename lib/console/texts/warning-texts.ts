import { inLanguages } from './language.ts';

/** What makes a rule, webhook or action plan silent; `codes` by the code of the warning. */
export const warningTexts = inLanguages({
  en: {
    silent: 'What stays silent',
    escalation: 'Escalation',
    codes: {
      event_never_matches: 'never matches with these filters',
      level_never_reached: 'no escalation has so many steps',
      type_never_raised: 'no such alert was raised yet: check the spelling',
      site_deleted: 'A chosen site was deleted.',
      sites_not_covered: 'The rule reaches nobody who may see some of its sites.',
      schedule_deleted: 'A chosen schedule was deleted.',
    },
  },
  pt: {
    silent: 'O que fica em silêncio',
    escalation: 'Escalonamento',
    codes: {
      event_never_matches: 'nunca corresponde com estes filtros',
      level_never_reached: 'nenhum escalonamento tem tantos passos',
      type_never_raised: 'ainda não houve nenhum alerta assim: verifique a grafia',
      site_deleted: 'Um local escolhido foi eliminado.',
      sites_not_covered: 'A regra não alcança ninguém que possa ver alguns dos seus locais.',
      schedule_deleted: 'Uma escala escolhida foi eliminada.',
    },
  },
  es: {
    silent: 'Lo que queda en silencio',
    escalation: 'Escalado',
    codes: {
      event_never_matches: 'nunca coincide con estos filtros',
      level_never_reached: 'ningún escalado tiene tantos pasos',
      type_never_raised: 'aún no hubo ninguna alerta así: compruebe la escritura',
      site_deleted: 'Se eliminó un sitio elegido.',
      sites_not_covered: 'La regla no llega a nadie que pueda ver algunos de sus sitios.',
      schedule_deleted: 'Se eliminó un calendario elegido.',
    },
  },
  de: {
    silent: 'Was still bleibt',
    escalation: 'Eskalation',
    codes: {
      event_never_matches: 'passt mit diesen Filtern nie',
      level_never_reached: 'keine Eskalation hat so viele Stufen',
      type_never_raised: 'einen solchen Alarm gab es noch nie: Prüfen Sie die Schreibweise',
      site_deleted: 'Ein gewähltes Objekt wurde gelöscht.',
      sites_not_covered: 'Die Regel erreicht niemanden, der einige ihrer Objekte sehen darf.',
      schedule_deleted: 'Ein gewählter Dienstplan wurde gelöscht.',
    },
  },
});
