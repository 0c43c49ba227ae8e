/** What makes functions run that no request waits for: changes of the table, and clients of the WebSocket API. */
export const REACTION_NAMES = [
  'an alert changes, nobody is connected',
  'an alert changes, one screen shows it',
  'somebody signs in',
  'a screen connects',
  'a screen leaves',
  'a screen asks whether it is told',
] as const;

export type ReactionName = (typeof REACTION_NAMES)[number];
