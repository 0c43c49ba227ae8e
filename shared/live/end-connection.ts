import type { Sockets } from '../lambda/sockets.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { authorizeConnections } from './authorize-connections.ts';
import { closeConnection } from './close-connection.ts';
import { readConnection } from './connection.ts';

/** Closes a connection after the end of its session or of its maximum life. */
export function endConnectionWork(sockets: Sockets): TimerWork {
  return {
    async run(item, { table, now }) {
      const [authorized] = await authorizeConnections(table, [readConnection(item)], now);
      if (authorized?.access.closing) {
        await closeConnection({ table, sockets }, authorized.connection, authorized.access.closing);
      }
    },
  };
}
