import { runInLanes } from '../../shared/run-in-lanes.ts';
import type { TestGuard } from '../../test/support/guard.ts';
import { connectAs, type LiveClient } from '../../test/support/live-client.ts';
import { percentile } from '../percentile.ts';

/** Clients that connect at the same time. */
const CONNECTING = 20;

export interface Latency {
  /** From the answer to the request that raised an alert to a screen, in milliseconds. */
  readonly median: number;
  readonly slowest: number;
  readonly p99: number;
  /** The same to the last of all screens. */
  readonly lastMedian: number;
}

/** Raises alerts one after the other and measures when each of so many connected screens has it. */
export async function measureLatency(
  guard: TestGuard,
  { screens, alerts }: { readonly screens: number; readonly alerts: number },
): Promise<Latency> {
  const token = await guard.signIn('master@acme.test');
  const { body } = await guard.call('GET /api/v1/sites', { token });
  const clients = await runInLanes(Array.from({ length: screens }), CONNECTING, () =>
    connectAs(guard, token),
  );
  const all: number[] = [];
  const last: number[] = [];
  for (let alert = 0; alert < alerts; alert += 1) {
    const delays = await raiseAndWait(guard, clients, token, body.data[0].id);
    all.push(...delays);
    last.push(Math.max(...delays));
  }
  await Promise.all(
    clients.map(({ socket, closed }) => {
      socket.close();
      return closed;
    }),
  );
  const sorted = all.toSorted((a, b) => a - b);
  return {
    median: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    slowest: percentile(sorted, 1),
    lastMedian: percentile(
      last.toSorted((a, b) => a - b),
      0.5,
    ),
  };
}

async function raiseAndWait(
  guard: TestGuard,
  clients: readonly LiveClient[],
  token: string,
  site_id: string,
): Promise<number[]> {
  // No two alerts have the same message, by which screens know it before the request is answered.
  const message = `Alert of ${performance.now()}`;
  const seen = clients.map(async (client) => {
    await client.next(({ alert }) => alert?.message === message);
    return performance.now();
  });
  const json = { site_id, type: 'panic', severity: 'critical', message };
  const { status, text } = await guard.call('POST /api/v1/alerts', { token, json });
  if (status !== 201) throw new Error(text);
  const answeredAt = performance.now();
  return (await Promise.all(seen)).map((at) => Math.max(0, at - answeredAt));
}
