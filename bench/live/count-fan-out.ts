import { ensureTable } from '../../lib/local/create-table.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { TABLE_NAME } from '../../lib/local/function-environment.ts';
import type { Sockets } from '../../shared/lambda/sockets.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { connectTable } from '../../shared/table/table.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { writeScreens } from './write-screens.ts';

export const SCREENS_OF_A_SITE = 50;

/** Counts what two changes at one site cost. The first reads all connections, as every five minutes. */
export async function countFanOut(screens: number) {
  const engine = await startEngine({ dataFolder: undefined });
  const proxy = await startCountingProxy({ endpoint: engine.endpoint, holdsResponses: false });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: proxy.url });
  await ensureTable(table.client, table.name);
  const records = await writeScreens(table, screens, (place, [site = '']) => [
    place < SCREENS_OF_A_SITE ? site : `site-${Math.floor(place / SCREENS_OF_A_SITE)}`,
  ]);
  let posts = 0;
  const sockets: Sockets = {
    async post() {
      posts += 1;
      return true;
    },
    async close() {},
  };
  const count = async () => {
    posts = 0;
    const context = { table, sockets, now: new Date(), random: () => 0 };
    return (await proxy.count(() => fanOut(records, context))).totals;
  };
  const [all, change] = [await count(), await count()];
  table.client.destroy();
  await proxy.stop();
  await engine.stop();
  return {
    screens,
    'items queried': change.itemsRead,
    'read units': change.readUnits,
    posts,
    'read units, once in 5 minutes': all.readUnits,
  };
}
