import { randomUUID } from 'node:crypto';
import { authorizerTrigger } from '../../functions/authorizer/authorizer.trigger.ts';
import { routes } from '../../functions/routes.ts';
import { prepareEnvironment } from '../../lib/local/function-environment.ts';
import { loadFunctions } from '../../lib/local/functions.ts';
import { listenOnLoopback } from '../../lib/local/listen.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';

/** The message that the server sends when it listens, and in reply to any message. */
export interface ServerState {
  readonly url: string;
  /** Number of answered requests. */
  readonly requests: number;
  /** Resident bytes of the process now, and by number of answered requests. */
  readonly residentBytes: number;
  readonly residentAt: Readonly<Record<number, number>>;
  /** Bytes of the heap in use after a garbage collection. */
  readonly liveHeapBytes: number;
}

/**
 * Guard's deployed functions behind the local gateway, in their own process, forked with `--expose-gc`: `server.ts
 * <folder of the bundles> <endpoint of the engine> <request counts at which to record memory>`.
 */
const [folder = '', dynamodbEndpoint = '', ...marks] = process.argv.slice(2);
const OUT_OF_THE_WAY = '1000000';
const settings = readLocalSettings({
  PORT: '0',
  GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
  GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
  GUARD_RATE_LIMIT_TENANT: OUT_OF_THE_WAY,
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
      // Other lines report errors.
      if (!/ \d{3} \d+ ms$/.test(line)) return;
      requests += 1;
      if (marks.includes(String(requests))) residentAt[requests] = process.memoryUsage.rss();
    },
  },
  settings.port,
);
process.on('message', sendState);
process.on('disconnect', () => process.exit());
sendState();

function sendState(): void {
  const residentBytes = process.memoryUsage.rss();
  globalThis.gc?.();
  const liveHeapBytes = process.memoryUsage().heapUsed;
  process.send?.({ url, requests, residentBytes, residentAt, liveHeapBytes } satisfies ServerState);
}
