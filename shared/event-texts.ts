/** What happened, for actions that webhooks receive as events: in the languages of the console. */
export type EventTexts<Action extends string> = Readonly<
  Partial<Record<Action, Readonly<Record<'en' | 'pt' | 'es' | 'de', string>>>>
>;
