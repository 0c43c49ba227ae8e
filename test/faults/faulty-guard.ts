import { CALL_LIMITS, connectTable, type Table } from '../../shared/table/table.ts';
import { startGuard, type TestGuard, type TestGuardOptions } from '../support/guard.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export interface FaultyGuard extends TestGuard {
  readonly proxy: FaultProxy;
  /** Lets the SDK repeat calls again, however many failed before. */
  refillRetries(): Promise<void>;
}

/** Long enough for an engine on a busy machine. What waits for a reply that never comes waits for so long. */
const REQUEST_TIMEOUT_MILLISECONDS = 500;

/** The capacity of the SDK's bucket of retries. */
const FULL_BUCKET = 500;

/** The whole service, with a proxy between its functions and the engine, and without pauses before retries. */
export async function startFaultyGuard({
  requestTimeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS,
  ...options
}: TestGuardOptions & { readonly requestTimeoutMilliseconds?: number } = {}): Promise<FaultyGuard> {
  const started = Promise.withResolvers<{ proxy: FaultProxy; table: Table }>();
  const guard = await startGuard({
    ...options,
    wrapTable: async (direct) => {
      const proxy = await startFaultProxy(direct.endpoint);
      const limits = { ...CALL_LIMITS, requestTimeoutMilliseconds };
      const settings = { tableName: direct.name, dynamodbEndpoint: proxy.endpoint };
      const table = { ...connectTable(settings, limits), pause: async () => {} };
      started.resolve({ proxy, table });
      return table;
    },
  });
  const { proxy, table } = await started.promise;
  return {
    ...guard,
    proxy,
    async refillRetries() {
      Object.assign(await table.client.config.retryStrategy(), { capacity: FULL_BUCKET });
    },
    async stop() {
      await guard.stop();
      table.client.destroy();
      await proxy.stop();
    },
  };
}
