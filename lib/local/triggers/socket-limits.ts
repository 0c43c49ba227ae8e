import type { Connection } from './connections.ts';
import type { TriggerHost } from './host.ts';

/** The limits of a connection (AWS, "Quotas for configuring and running a WebSocket API in API Gateway"). */
const IDLE_MILLISECONDS = 10 * 60_000;
const LIFE_MILLISECONDS = 2 * 3_600_000;

/** Resolves when a connection is idle for too long, too old, or closed. */
export async function waitForLimit(
  connection: Pick<Connection, 'connectedAt' | 'lastActiveAt'>,
  closed: AbortSignal,
  { clock, pause }: Pick<TriggerHost, 'clock' | 'pause'>,
): Promise<void> {
  while (!closed.aborted) {
    const end = Math.min(
      connection.lastActiveAt.getTime() + IDLE_MILLISECONDS,
      connection.connectedAt.getTime() + LIFE_MILLISECONDS,
    );
    const left = end - clock().getTime();
    if (left <= 0) return;
    await pause(left, closed);
  }
}
