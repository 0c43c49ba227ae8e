import { counted, formatNumber, inLanguages } from './language.ts';

/** `2, then 5, then 15 minutes`. */
function inTurn(minutes: readonly number[], then: string, one: string, many: string): string {
  const last = minutes.at(-1) ?? 0;
  return [...minutes.slice(0, -1).map(formatNumber), counted(last, one, many)].join(then);
}

/** The texts about escalation of the pages Sites and Escalation. */
export const stepTexts = inLanguages({
  en: {
    severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' },
    steps: { first: 'Step 1 (minutes)', second: 'Step 2', third: 'Step 3' },
    sentence: (severity: string, minutes: readonly number[]) =>
      `${severity}: after ${inTurn(minutes, ', then ', 'minute', 'minutes')}.`,
    nothing: 'Nothing escalates.',
  },
  pt: {
    severities: { critical: 'Crítica', high: 'Alta', medium: 'Média', low: 'Baixa', info: 'Informativa' },
    steps: { first: 'Passo 1 (minutos)', second: 'Passo 2', third: 'Passo 3' },
    sentence: (severity, minutes) =>
      `${severity}: após ${inTurn(minutes, ', depois ', 'minuto', 'minutos')}.`,
    nothing: 'Nada é escalonado.',
  },
  es: {
    severities: { critical: 'Crítica', high: 'Alta', medium: 'Media', low: 'Baja', info: 'Informativa' },
    steps: { first: 'Paso 1 (minutos)', second: 'Paso 2', third: 'Paso 3' },
    sentence: (severity, minutes) =>
      `${severity}: a los ${inTurn(minutes, ', luego a los ', 'minuto', 'minutos')}.`,
    nothing: 'Nada se escala.',
  },
  de: {
    severities: { critical: 'Kritisch', high: 'Hoch', medium: 'Mittel', low: 'Niedrig', info: 'Info' },
    steps: { first: 'Stufe 1 (Minuten)', second: 'Stufe 2', third: 'Stufe 3' },
    sentence: (severity, minutes) => `${severity}: nach ${inTurn(minutes, ', dann ', 'Minute', 'Minuten')}.`,
    nothing: 'Nichts eskaliert.',
  },
});
