import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { type GuardUnderTest, startGuardUnderTest } from './guard-under-test.ts';

/** Longer than the gap between parallel requests on a busy machine. */
const QUIET_MILLISECONDS = 25;

/** Runs the whole service on an engine behind a proxy that counts requests. */
export async function withCountedGuard<T>(
  endpoint: string,
  run: (guard: GuardUnderTest, proxy: CountingProxy) => Promise<T>,
): Promise<T> {
  const proxy = await startCountingProxy({ endpoint, quietMilliseconds: QUIET_MILLISECONDS });
  try {
    const guard = await startGuardUnderTest(proxy.url);
    try {
      return await run(guard, proxy);
    } finally {
      await guard.stop();
    }
  } finally {
    await proxy.stop();
  }
}
