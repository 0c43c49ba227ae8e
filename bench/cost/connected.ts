import { SILENT_MS } from '../../lib/client/watch/live-connection.ts';
import { LIVE_LIST_MS } from '../../lib/client/watch/watch.ts';
import { LIFE_MS } from '../../shared/live/connection.ts';
import { changesOf, type Workload } from './workload.ts';

const MINUTE_MS = 60_000;

/** A screen lists when its connection is ready, soon after, and then every few minutes. */
const LISTS_AT_BEGIN = 2;

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
  const connections = every((LIFE_MS.shortest + LIFE_MS.longest) / 2);
  return {
    connections,
    minutes,
    lists: connections * LISTS_AT_BEGIN + every(LIVE_LIST_MS),
    questions: every(SILENT_MS),
  };
}

/** Messages of a month, to clients and from them: that a connection is ready, that it closes, questions with their answers, and changes. */
export function socketMessages(workload: Workload, alerts: number): number {
  const { connections, questions } = connectedOf(workload);
  const changes = workload.screens === 'connected' ? changesOf(alerts) : 0;
  return 2 * connections + 2 * questions + changes;
}
