import { randomUUID } from 'node:crypto';
import { authorizerTrigger } from '../../functions/authorizer/authorizer.trigger.ts';
import { routes } from '../../functions/routes.ts';
import { prepareEnvironment } from '../../lib/local/function-environment.ts';
import { loadFunctions } from '../../lib/local/functions.ts';
import { listenOnLoopback } from '../../lib/local/listen.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';

/** What the server tells once it listens, and whenever it is asked (by any message). */
export interface ServerState {
  readonly url: string;
  /** Requests that were answered. */
  readonly requests: number;
  /** Bytes that the process holds now, and held when it had answered so many requests. */
  readonly residentBytes: number;
  readonly residentAt: Readonly<Record<number, number>>;
  /** Bytes of the heap that are in use: what a collection could not take away. */
  readonly liveHeapBytes: number;
}

/**
 * Guard's functions as they are deployed behind the local gateway, in a process of its own, forked with `--expose-gc`:
 * `server.ts <folder of the bundles> <endpoint of the engine> <numbers of requests to look at the memory at>`.
 */
const [folder = '', dynamodbEndpoint = '', ...marks] = process.argv.slice(2);
const OUT_OF_THE_WAY = '1000000';
const settings = readLocalSettings({
  PORT: '0',
  GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
  GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
});
prepareEnvironment(process.env, settings, dynamodbEndpoint);
const functions = loadFunctions(folder, authorizerTrigger.name);
const residentAt: Record<number, number> = {};
let requests = 0;

const { url } = await listenOnLoopback(
  {
    routes,
    functions: functions.endpoint,
    authorizer: functions.authorizer,
    corsOrigin: settings.corsOrigin,
    clock: () => new Date(),
    newRequestId: randomUUID,
    log(line) {
      // One line for each request, and others for what went wrong.
      if (!/ \d{3} \d+ ms$/.test(line)) return;
      requests += 1;
      if (marks.includes(String(requests))) residentAt[requests] = process.memoryUsage.rss();
    },
  },
  settings.port,
);
process.on('message', tell);
process.on('disconnect', () => process.exit());
tell();

function tell(): void {
  const residentBytes = process.memoryUsage.rss();
  globalThis.gc?.();
  const liveHeapBytes = process.memoryUsage().heapUsed;
  process.send?.({ url, requests, residentBytes, residentAt, liveHeapBytes } satisfies ServerState);
}
