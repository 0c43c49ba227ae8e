import { CALL_LIMITS, connectTable } from '../../shared/table/table.ts';
import { startGuard, type TestGuard, type TestGuardOptions } from '../support/guard.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export interface FaultyGuard extends TestGuard {
  readonly proxy: FaultProxy;
}

/** Long enough for an engine on a busy machine. What waits for a reply that never comes waits for so long. */
const REQUEST_TIMEOUT_MILLISECONDS = 500;

/** The whole service, with a proxy between its functions and the engine. Nothing but the pauses is cut short. */
export async function startFaultyGuard(options: TestGuardOptions = {}): Promise<FaultyGuard> {
  const started = Promise.withResolvers<FaultProxy>();
  const guard = await startGuard({
    ...options,
    wrapTable: async (table) => {
      const proxy = await startFaultProxy(table.endpoint);
      started.resolve(proxy);
      const limits = { ...CALL_LIMITS, requestTimeoutMilliseconds: REQUEST_TIMEOUT_MILLISECONDS };
      const settings = { tableName: table.name, dynamodbEndpoint: proxy.endpoint };
      return { ...connectTable(settings, limits), pause: async () => {} };
    },
  });
  const proxy = await started.promise;
  return {
    ...guard,
    proxy,
    async stop() {
      await guard.stop();
      await proxy.stop();
    },
  };
}
