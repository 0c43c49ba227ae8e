import { SILENT_MS } from '../../lib/client/watch/live-connection.ts';
import { LIVE_LIST_MS } from '../../lib/client/watch/watch.ts';
import { LONGEST_LIFE_MS } from '../../shared/live/connection.ts';
import type { ReactionName } from './reactions.ts';
import type { Workload } from './workload.ts';

const MINUTE_MS = 60_000;

/** A screen lists when its connection is ready, soon after, and then every few minutes. */
const LISTS_AT_BEGIN = 2;

/** An alert is raised, acknowledged and resolved. */
const CHANGES_OF_ALERT = 3;

/** What screens do in a month that are connected while somebody looks at them; nothing, where they poll. */
export interface Connected {
  readonly connections: number;
  readonly minutes: number;
  readonly lists: number;
  readonly questions: number;
}

export function connectedOf({ users, hours, screens }: Workload): Connected {
  const minutes = screens === 'connected' ? users * hours * 60 : 0;
  const every = (milliseconds: number) => (minutes * MINUTE_MS) / milliseconds;
  const connections = every(LONGEST_LIFE_MS);
  return {
    connections,
    minutes,
    lists: connections * LISTS_AT_BEGIN + every(LIVE_LIST_MS),
    questions: every(SILENT_MS),
  };
}

/** How often what no request waits for happens in a month. */
export function reactionsOf(
  workload: Workload,
  { alerts, logins }: { readonly alerts: number; readonly logins: number },
): { readonly name: ReactionName; readonly count: number }[] {
  const { connections, questions } = connectedOf(workload);
  const changes = alerts * CHANGES_OF_ALERT;
  const isShown = workload.screens === 'connected';
  return [
    { name: 'an alert changes, nobody is connected', count: isShown ? 0 : changes },
    { name: 'an alert changes, one screen shows it', count: isShown ? changes : 0 },
    { name: 'somebody signs in', count: logins },
    { name: 'a screen connects', count: connections },
    { name: 'a screen leaves', count: connections },
    { name: 'a screen asks whether it is told', count: questions },
  ];
}

/** Messages of a month, to clients and from them: that a connection is ready, that it closes, questions with their answers, and changes. */
export function socketMessages(workload: Workload, alerts: number): number {
  const { connections, questions } = connectedOf(workload);
  const changes = workload.screens === 'connected' ? alerts * CHANGES_OF_ALERT : 0;
  return 2 * connections + 2 * questions + changes;
}
