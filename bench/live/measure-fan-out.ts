import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ensureTable } from '../../lib/local/create-table.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { TABLE_NAME } from '../../lib/local/function-environment.ts';
import { connectSockets } from '../../shared/lambda/sockets.ts';
import { SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { connectTable } from '../../shared/table/table.ts';
import { writeScreens } from './write-screens.ts';

const SITES = 5;

/**
 * The median processor time, in milliseconds, of this thread for one fan-out of one change to a number of operators. The
 * engine and the receiver of the posts run outside the thread.
 */
export async function measureFanOut(screens: number, runs: number): Promise<number> {
  const engine = await startEngine({ dataFolder: undefined });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  await ensureTable(table.client, table.name);
  const receiver = new Worker(new URL('./post-server.ts', import.meta.url));
  const [endpoint]: string[] = await once(receiver, 'message');
  const records = await writeScreens(table, screens, (_, siteIds) => siteIds.slice(0, SITES));
  const sockets = connectSockets({ [SOCKETS_ENDPOINT_VARIABLE]: endpoint, AWS_REGION: 'local' });
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = process.threadCpuUsage();
    const { messages } = await fanOut(records, { table, sockets, now: new Date(), random: () => 0 });
    const { user, system } = process.threadCpuUsage(before);
    if (messages !== screens) throw new Error(`${messages} of ${screens} screens received the change`);
    if (run > 0) times.push((user + system) / 1_000); // the first is cold
  }
  receiver.postMessage('close');
  await once(receiver, 'exit');
  table.client.destroy();
  await engine.stop();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
