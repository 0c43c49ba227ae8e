import { parseArgs } from 'node:util';
import { useLocalAccount } from '../../lib/local/function-environment.ts';
import { startGuard } from '../../test/support/guard.ts';
import { printTable } from '../print-table.ts';
import { measureLatency } from './measure-latency.ts';

/**
 * `npm run bench:live`: from a change to a screen, with 1, 100 and 1,000 connected screens. Functions, engine, sockets and all
 * screens share one process here; changes are looked for as often as `npm start` does.
 */
const { values } = parseArgs({ options: { alerts: { type: 'string', default: '50' } } });

const SCREENS = [1, 100, 1_000];
const STREAM_POLL_MILLISECONDS = 100;

useLocalAccount(process.env);
const rows = [];
for (const screens of SCREENS) {
  const guard = await startGuard({ live: { streamPollMilliseconds: STREAM_POLL_MILLISECONDS } });
  const latency = await measureLatency(guard, { screens, alerts: Number(values.alerts) });
  await guard.stop();
  rows.push({
    screens,
    'p50 ms': Math.round(latency.median),
    'p99 ms': Math.round(latency.p99),
    'slowest ms': Math.round(latency.slowest),
    'last screen, p50 ms': Math.round(latency.lastMedian),
  });
}
printTable(`From a raised alert to a screen, ${values.alerts} alerts`, rows);
