import { connectedOf } from './connected.ts';
import { changesOf, type Workload } from './workload.ts';

/** What makes functions run that no request waits for: changes of the table, and clients of the WebSocket API. */
export const REACTION_NAMES = [
  'an alert changes, nobody is connected',
  'an alert changes, one screen shows it',
  'somebody signs in',
  'a screen connects',
  'a screen leaves',
  'a screen asks whether it is told',
  'an alert changes, a webhook is told',
  'an alert changes, one screen shows it and a webhook is told',
] as const;

export type ReactionName = (typeof REACTION_NAMES)[number];

const CHANGE_OF_ALERT = {
  polling: { kept: 'an alert changes, nobody is connected', told: 'an alert changes, a webhook is told' },
  connected: {
    kept: 'an alert changes, one screen shows it',
    told: 'an alert changes, one screen shows it and a webhook is told',
  },
} as const satisfies Record<Workload['screens'], Record<'kept' | 'told', ReactionName>>;

/** How often what no request waits for happens in a month. */
export function reactionsOf(
  workload: Workload,
  { alerts, logins }: { readonly alerts: number; readonly logins: number },
): { readonly name: ReactionName; readonly count: number }[] {
  const { connections, questions } = connectedOf(workload);
  return [
    {
      name: CHANGE_OF_ALERT[workload.screens][workload.tellsWebhook ? 'told' : 'kept'],
      count: changesOf(alerts),
    },
    { name: 'somebody signs in', count: logins },
    { name: 'a screen connects', count: connections },
    { name: 'a screen leaves', count: connections },
    { name: 'a screen asks whether it is told', count: questions },
  ];
}
