import type { Sockets } from '../lambda/sockets.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { closeConnection } from './close-connection.ts';
import { readConnection } from './connection.ts';
import { judgeConnections } from './judge-connections.ts';

/** What is done when the time of a connection is over: of its session, or its own. */
export function endConnectionWork(sockets: Sockets): TimerWork {
  return {
    async run(item, { table, now }) {
      const [judged] = await judgeConnections(table, [readConnection(item)], now);
      if (judged?.verdict.closing) {
        await closeConnection({ table, sockets }, judged.connection, judged.verdict.closing);
      }
    },
  };
}
