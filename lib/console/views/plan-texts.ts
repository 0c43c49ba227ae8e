import { inLanguages } from '../texts/language.ts';

/** The texts of an alert's action plan. */
export const planTexts = inLanguages({
  en: {
    title: (name: string) => `Action plan: ${name}`,
    required: 'required',
    call: 'Call next',
    also: 'Others',
    nobody: 'The site has no such contact.',
    note: 'Remark for the next step',
    buttons: { done: 'Done', no_answer: 'No answer', failed: 'Failed', skipped: 'Skip' },
    recording: 'Recording …',
    recorded: 'Recorded',
  },
  pt: {
    title: (name) => `Plano de ação: ${name}`,
    required: 'obrigatório',
    call: 'Ligar a seguir',
    also: 'Outros',
    nobody: 'O local não tem esse contacto.',
    note: 'Observação para o próximo passo',
    buttons: { done: 'Feito', no_answer: 'Sem resposta', failed: 'Falhou', skipped: 'Omitir' },
    recording: 'A registar …',
    recorded: 'Registado',
  },
  es: {
    title: (name) => `Plan de acción: ${name}`,
    required: 'obligatorio',
    call: 'Llamar ahora',
    also: 'Otros',
    nobody: 'El sitio no tiene ese contacto.',
    note: 'Observación para el próximo paso',
    buttons: { done: 'Hecho', no_answer: 'Sin respuesta', failed: 'Fallido', skipped: 'Omitir' },
    recording: 'Registrando …',
    recorded: 'Registrado',
  },
  de: {
    title: (name) => `Maßnahmenplan: ${name}`,
    required: 'Pflicht',
    call: 'Als Nächstes anrufen',
    also: 'Weitere',
    nobody: 'Das Objekt hat keinen solchen Kontakt.',
    note: 'Bemerkung zum nächsten Schritt',
    buttons: { done: 'Erledigt', no_answer: 'Keine Antwort', failed: 'Gescheitert', skipped: 'Überspringen' },
    recording: 'Wird eingetragen …',
    recorded: 'Eingetragen',
  },
});
